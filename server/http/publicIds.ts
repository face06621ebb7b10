import { Effect } from "effect"
import type { StreamKind } from "#schemas/administration/activity.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Change } from "#schemas/reporting/feed.ts"
import { Database } from "#server/store/Database.ts"
import { readHashedId } from "#server/store/hashedIds.ts"
import { thingOf } from "#server/decider.ts"
import { streams } from "#server/streams.ts"

/** A thing as people outside know it. */
export type PublicThing = { readonly thing: Change["thing"]; readonly id: string }

/** Public ids kept in memory; the oldest go first. */
const most = 10_000

/** The streams that people outside hear of, as the contract names them. */
const watched = streams.flatMap(({ category, outside }) => (outside === null ? [] : [{ category, outside }]))

/**
 * Gives the public name of a stream's thing: an import's number, the hashed id
 * of a campaign or template; undefined for streams no one watches. Hashed ids
 * never change, so they are remembered.
 */
export const publicIds = Effect.gen(function* () {
  const database = yield* Database
  const known = new Map<string, string>()

  const remember = (key: string, hashedId: string) => {
    const oldest = known.size >= most ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, hashedId)
  }

  const hashedId = Effect.fnUntraced(
    function* (companyId: CompanyId, category: StreamKind, id: number) {
      const key = `${companyId} ${category} ${id}`
      const before = known.get(key)
      if (before !== undefined) return before
      const found = yield* readHashedId(companyId, { category }, id)
      if (found !== undefined) remember(key, found)
      return found
    },
    Effect.provideService(Database, database),
  )

  return Effect.fnUntraced(function* (companyId: CompanyId, stream: string) {
    const found = watched.find((one) => thingOf(one, stream) !== undefined)
    const number = found === undefined ? Number.NaN : (thingOf(found, stream) ?? Number.NaN)
    if (found === undefined || !Number.isSafeInteger(number)) return undefined
    const { category: thing, outside } = found
    const id = outside === "number" ? String(number) : yield* hashedId(companyId, thing, number)
    return id === undefined ? undefined : ({ thing, id } satisfies PublicThing)
  })
})
