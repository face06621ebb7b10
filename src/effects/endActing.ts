import { Effect } from "effect"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"
import { SessionStore } from "./SessionStore.ts"

/**
 * Works for one's own company again; done here whatever the server says, which only
 * writes it down. Every page can do it and few people ever do: the contract of
 * companies is loaded only then.
 */
export const endActing = (_: undefined, commandId: string) =>
  Effect.tryPromise(() => import("#schemas/administration/companyCalls.ts")).pipe(
    Effect.flatMap(({ CompanyGroup }) =>
      callApi(CompanyGroup, (api) => api.ActFor({ headers: commandHeaders(commandId), payload: { hashedId: null } })),
    ),
    Effect.ignore,
    Effect.andThen(SessionStore.use((store) => store.keepActingCompany(null))),
  )
