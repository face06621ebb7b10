import { Effect } from "effect"
import type { MissingTexts } from "#schemas/language/machine.ts"
import { MachineGroup } from "#schemas/language/machineCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** Has the next texts translated that are missing in a language, and says what became of each. */
export const translateMissing = (payload: MissingTexts, commandId: string) =>
  Effect.map(
    callApi(MachineGroup, (api) => api.TranslateMissing({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )
