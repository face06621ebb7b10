import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { GlobalSettingsChanged, type SettingsEvent } from "#schemas/administration/events.ts"
import type { GlobalSettings, GlobalSettingsReply } from "#schemas/administration/globalSettings.ts"
import { problem } from "#schemas/problem.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { selectGlobalSettings, writeGlobalSettings } from "./globalSettings.queries.ts"
import {
  globalSettingsDecider,
  globalSettingsProjection,
  type GlobalSettingsCommand,
  type GlobalSettingsFold,
  type GlobalSettingsRow,
} from "./globalSettings.decider.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import { requestWords } from "#server/outreach/optOuts/requestWords.rule.ts"
import { Database } from "#server/store/Database.ts"
import { noCompany } from "#server/store/noCompany.ts"
import { orStaleVersion, contextOf, handle, readState, type CommandOptions } from "#server/handle.ts"
import type { Stream } from "#server/store/stream.ts"
import { isoNow } from "#server/store/isoNow.ts"

const onlyId = 1

/** The one stream of settings: `settings-1`, of no company. */
export const globalSettingsStream: Stream<GlobalSettingsFold, GlobalSettingsCommand, SettingsEvent, GlobalSettingsRow> =
  {
    decider: globalSettingsDecider,
    events: GlobalSettingsChanged,
    projection: globalSettingsProjection,
    outside: null,
    activity: {
      name: null,
      opens: null,
      isNumbered: false,
    },
  }

const languagesOf = (): GlobalSettingsReply["lawWords"] => {
  const optOut = requestWords.filter(({ kind }) => kind === "optOut")
  return [...new Set(optOut.map(({ language }) => language))].map((language) => ({
    language,
    words: optOut.filter((entry) => entry.language === language).flatMap(({ words }) => words),
  }))
}

/** The settings with their version, and the words that are obeyed whatever they say. */
export const readGlobalSettings = Effect.fn("readGlobalSettings")(function* () {
  const { sql, everyCompany } = yield* Database
  const { row, version } = yield* readState(globalSettingsStream, noCompany, onlyId)
  const settings = yield* everyCompany(selectGlobalSettings(sql))
  return {
    settings,
    version,
    updatedOn: row.updatedOn === "" ? null : row.updatedOn,
    lawWords: languagesOf(),
  } satisfies GlobalSettingsReply
})

/** A word asks for one thing only: one that means help or joining again already would never be obeyed. */
const refuseMisleading = ({ optOutWords }: GlobalSettings) => {
  const place = optOutWords.findIndex(({ word }) => ["optIn", "help"].includes(readRequest(word).kind))
  if (place < 0) return Effect.void
  const message = "This word asks for something else already. Choose another one."
  return Effect.fail(problem("Invalid", message, { errors: [{ field: `optOutWords.${place}.word`, message }] }))
}

/** Changes what holds for all companies; before and after are kept. Fails with StaleVersion, and with Invalid for a word that means something else. */
export const saveGlobalSettings = Effect.fn("saveGlobalSettings")(function* (
  person: Person,
  settings: GlobalSettings,
  options: CommandOptions,
) {
  const { sql, everyCompany } = yield* Database
  yield* refuseMisleading(settings)
  // Without a version of the caller's: the one that `changed` is compared with.
  const expectedVersion = options.expectedVersion ?? (yield* readGlobalSettings()).version
  const before = yield* everyCompany(selectGlobalSettings(sql))
  const at = yield* isoNow
  const command = { _tag: "SaveSettings", changed: changedFields(before, settings) } as const
  const thing = { companyId: noCompany, kind: "settings", id: onlyId } as const
  yield* everyCompany(
    handle(
      globalSettingsStream,
      onlyId,
      command,
      { ...contextOf(person, { ...options, expectedVersion }), actingCompanyId: noCompany },
      {
        beforeAppend: (_, { revision }) =>
          Effect.andThen(
            orStaleVersion(
              Effect.andThen(
                // What held before the first change is kept with it.
                revision === 0 ? keepRevision(thing, 0, before, at) : Effect.void,
                keepRevision(thing, revision + 1, settings, at),
              ),
            ),
            // Who is held is looked at again by the new rules.
            Effect.orDie(
              Effect.andThen(
                writeGlobalSettings(sql, settings),
                sql`update recipients set held_until = ${at}::timestamptz where state = 'held'`,
              ),
            ),
          ),
      },
    ),
  )
  return yield* readGlobalSettings()
})
