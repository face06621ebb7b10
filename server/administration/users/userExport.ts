import { Effect, Option, Stream } from "effect"
import type { UsersExported } from "#schemas/administration/events.ts"
import type { UsersParams } from "#schemas/administration/user.ts"
import type { Person } from "#schemas/caller.ts"
import { csvFile } from "#server/reporting/exports/exportFile.ts"
import { trackedFile } from "#server/reporting/exports/trackedFile.ts"
import { Database } from "#server/store/Database.ts"
import { readUsers } from "./user.queries.ts"
import { userCells, userHeader } from "./userTable.rule.ts"

const usersAtOnce = 500

/**
 * The users of a list as CSV, read while they are taken. Groups and rights are read as they stand then.
 * @param zone of the times, by IANA name
 * @param record called once, when the last byte was taken or the download broke off
 */
export const usersFile = Effect.fn("usersFile")(function* (
  person: Person,
  params: UsersParams,
  zone: string,
  record: (event: typeof UsersExported.Type) => Effect.Effect<void>,
) {
  const database = yield* Database
  const pages = Stream.paginate(undefined as number | undefined, (after) =>
    Effect.map(readUsers(person, { ...params, after, pageSize: usersAtOnce }), ({ rows, next }) => [
      [rows.map((user) => userCells(user, zone))],
      next === undefined ? Option.none<number | undefined>() : Option.some<number | undefined>(next),
    ]),
  ).pipe(Stream.provideService(Database, database))
  return trackedFile(
    pages,
    (rows) => csvFile(userHeader(zone), rows),
    (taken) => record({ _tag: "UsersExported", ...taken }),
  )
})
