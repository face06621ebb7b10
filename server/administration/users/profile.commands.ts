import { Effect, Struct } from "effect"
import type { ProfileDraft } from "#schemas/administration/profile.ts"
import type { Person } from "#schemas/caller.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { ownProfile, writeProfile } from "./profile.queries.ts"
import { userStream } from "./user.commands.ts"

/**
 * Saves what a person sets for themselves, in their own company whatever company they work for. Fails with
 * StaleVersion when the account was changed meanwhile, by them in another tab or by an administrator.
 */
export const saveProfile = Effect.fn("saveProfile")(function* (
  person: Person,
  given: ProfileDraft,
  options: CommandOptions,
) {
  const { sql, everyCompany } = yield* Database
  const { companyId, userId } = person
  const { shown, accessIds, groupIds } = yield* ownProfile(person)
  const at = yield* isoNow
  const { signature = shown.profile.signature ?? "", language = shown.profile.language ?? usualPreferences.language } =
    given
  const draft = { ...given, signature, language }
  const command = {
    _tag: "SaveProfile",
    userId,
    ...Struct.omit(draft, ["displayName", "signature"]),
    changed: changedFields(shown.profile, draft),
  } as const
  const context = contextOf({ ...person, actingCompanyId: companyId }, options)
  yield* everyCompany(
    handle(userStream, userId, command, context, {
      beforeAppend: (_events, { revision }) =>
        Effect.gen(function* () {
          const body = { ...draft, userType: shown.userType, accessIds, groupIds }
          yield* orStaleVersion(keepRevision({ companyId, kind: "user", id: userId }, revision + 1, body, at))
          yield* Effect.orDie(writeProfile(sql, { companyId, userId }, draft))
        }),
    }),
  )
  return (yield* ownProfile(person)).shown
})
