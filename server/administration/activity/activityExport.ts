import { Effect, Option, Stream } from "effect"
import type { ActivityQuery } from "#schemas/administration/activity.ts"
import type { ActivityExported } from "#schemas/administration/events.ts"
import { limits } from "#schemas/constants.ts"
import { problem } from "#schemas/problem.ts"
import { csvFile } from "#server/reporting/exports/exportFile.ts"
import { trackedFile } from "#server/reporting/exports/trackedFile.ts"
import { Database } from "#server/store/Database.ts"
import { activityCells, activityHeader } from "./activityTable.rule.ts"
import { countActivity, readActivity, type OfCompanies } from "./activity.queries.ts"
import type { Streams } from "./activityThings.queries.ts"

const entriesAtOnce = 500

const tooMany = problem(
  "Invalid",
  `A file of the log holds at most ${limits.exportRows.toLocaleString("en")} entries. Choose fewer days.`,
)

/**
 * The entries of the log as CSV, newest first, read while they are taken. What is written meanwhile stays out. Fails
 * with Invalid for days that do not exist, and for more entries than a file holds.
 * @param zone of the days and times, by IANA name
 * @param record called once, when the last byte was taken or the download broke off
 */
export const activityFile = Effect.fn("activityFile")(function* (
  streams: Streams,
  companies: OfCompanies,
  query: ActivityQuery,
  zone: string,
  record: (event: typeof ActivityExported.Type) => Effect.Effect<void>,
) {
  const database = yield* Database
  if ((yield* countActivity(companies, query, zone, limits.exportRows + 1)) > limits.exportRows)
    return yield* Effect.fail(tooMany)
  const pageAfter = (cursor: string | undefined) =>
    Effect.map(
      // The days were read once already: what is wrong with them was said before the file began.
      Effect.orDie(
        readActivity(
          streams,
          companies,
          { ...query, ...(cursor === undefined ? {} : { cursor }), pageSize: entriesAtOnce },
          zone,
        ),
      ),
      ({ entries, next }) =>
        [
          [entries.map((entry) => activityCells(entry, zone))],
          next === undefined ? Option.none<string | undefined>() : Option.some<string | undefined>(next),
        ] as const,
    )
  const pages = Stream.paginate(undefined as string | undefined, pageAfter).pipe(
    Stream.provideService(Database, database),
  )
  return trackedFile(
    pages,
    (rows) => csvFile(activityHeader(zone), rows),
    (taken) => record({ _tag: "ActivityExported", ofAll: companies.of === null, ...taken }),
  )
})
