import { Effect, Struct } from "effect"
import { Temporal } from "temporal-polyfill"
import { LocationFacts } from "#schemas/scheduling/location.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { keepRevision } from "#server/administration/activity/revision.queries.ts"
import { locationStream } from "#server/scheduling/locations/location.commands.ts"
import type { LocationCommand } from "#server/scheduling/locations/location.decider.ts"
import { idAt, takeIds } from "./bulk.ts"
import type { DemoLocation } from "./locations.ts"
import type { Random } from "./random.ts"
import { storeHashedIds } from "./storeTemplates.ts"
import { playCommands, type Step, type StreamRows } from "./streams.ts"

const day = 24 * 3_600_000
const factNames = Object.keys(LocationFacts.fields) as ReadonlyArray<keyof LocationFacts>

const draftOf = ({ location, closed }: DemoLocation, now: number): LocationDraft => ({
  ...location,
  closures: closed.map(({ inDays, reason }) => {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(location.timezone).toPlainDate()
    const on = today.add({ days: inDays }).toString()
    return { from: on, to: on, reason }
  }),
})

/**
 * Stores locations with what is set up for them; gives their streams to be stored.
 * @param at when they were set up, milliseconds since 1970
 */
export const storeLocations = Effect.fn("demo.storeLocations")(function* (
  random: Random,
  { companyId, actorId }: { readonly companyId: CompanyId; readonly actorId: UserId },
  locations: ReadonlyArray<DemoLocation>,
  { at, now }: { readonly at: number; readonly now: number },
) {
  const ids = yield* takeIds("location_ids", locations.length)
  yield* storeHashedIds(random, companyId, "location", ids)
  return yield* Effect.forEach(
    locations,
    Effect.fnUntraced(function* (location, place) {
      const locationId = idAt(ids, place)
      const draft = draftOf(location, now)
      yield* keepRevision({ companyId, kind: "location", id: locationId }, 1, draft, new Date(at).toISOString())
      const save = { _tag: "SaveLocation", locationId, facts: Struct.pick(draft, factNames), changed: [] } as const
      const steps: ReadonlyArray<Step<LocationCommand>> = [
        { at, actorId, command: save },
        ...(location.disabled ? [{ at: at + 90 * day, actorId, command: { _tag: "DisableLocation" } as const }] : []),
      ]
      return playCommands(locationStream, companyId, locationId, steps) satisfies StreamRows
    }),
  )
})
