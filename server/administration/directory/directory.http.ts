import { Effect } from "effect"
import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { recordAudit } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"
import { Database } from "#server/store/Database.ts"
import { foundDirectory, makeDirectoryToken, revokeDirectoryToken } from "./directoryToken.commands.ts"

/** The calls about a company's directory; what the directory itself asks is SCIM. */
export const directoryCalls = callsOf("User", {
  GetDirectory: Effect.fn("User.GetDirectory")(function* () {
    return reply(yield* foundDirectory(yield* CurrentPerson))
  }),

  MakeDirectoryToken: Effect.fn("User.MakeDirectoryToken")(function* ({ payload }) {
    const person = yield* CurrentPerson
    const { everyCompany } = yield* Database
    const made = yield* everyCompany(
      Effect.tap(makeDirectoryToken(person, payload.token), ({ tokenId }) =>
        recordAudit(person, { _tag: "DirectoryTokenMade", tokenId } satisfies AdministrationAuditEvent),
      ),
    )
    return reply({ token: made.token, directory: yield* foundDirectory(person) })
  }),

  RevokeDirectoryToken: Effect.fn("User.RevokeDirectoryToken")(function* ({ payload: { tokenId } }) {
    const person = yield* CurrentPerson
    const { everyCompany } = yield* Database
    yield* everyCompany(
      Effect.andThen(
        revokeDirectoryToken(person, tokenId),
        recordAudit(person, { _tag: "DirectoryTokenRevoked", tokenId } satisfies AdministrationAuditEvent),
      ),
    )
    return reply(yield* foundDirectory(person))
  }),
})
