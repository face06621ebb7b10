import { Effect, Struct } from "effect"
import type { Person } from "#schemas/caller.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { LocationEvent } from "#schemas/scheduling/events.ts"
import { LocationFacts, type LocationAction, type LocationId, type SaveLocation } from "#schemas/scheduling/location.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import { changedFields, keepRevision } from "#server/administration/activity/revision.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { moveSlotsToZone } from "#server/scheduling/schedules/slotZone.commands.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { locationDecider, type LocationCommand, type LocationFold } from "./location.decider.ts"
import { locationProjection, type LocationRow } from "./location.projection.ts"
import { foundLocation, nextLocationId, readLocation } from "./location.queries.ts"

/** The streams of locations: `location-7`. */
export const locationStream: Stream<LocationFold, LocationCommand, LocationEvent, LocationRow> = {
  decider: locationDecider,
  events: LocationEvent,
  projection: locationProjection,
  outside: "hashedId",
  activity: {
    name: rowName(locationProjection),
    opens: rowOpens(locationProjection),
    isNumbered: true,
  },
}

const nameTaken = problem("AlreadyExists", "A location with this name already exists.", {
  errors: [{ field: "name", message: "A location with this name already exists." }],
})

/** Says which field a taken name belongs to. */
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)

const factsOf = (draft: LocationDraft): LocationFacts =>
  Struct.pick(draft, Object.keys(LocationFacts.fields) as ReadonlyArray<keyof LocationFacts>)

/** A draft that says of its position that there is none, where it says nothing of it. */
const placed = <Draft extends Pick<LocationDraft, "latitude" | "longitude">>(draft: Draft) => ({
  latitude: null,
  longitude: null,
  ...draft,
})

/** Saves a location under its number; a revision of what is set up stands next to the event. */
const storeLocation = Effect.fn("storeLocation")(function* (
  person: Person,
  locationId: LocationId,
  written: LocationDraft,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const at = yield* isoNow
  const before = yield* readLocation(companyId, locationId)
  const draft = placed(written)
  const changed = changedFields(before && placed(before.location), draft)
  const command = { _tag: "SaveLocation", locationId, facts: factsOf(draft), changed } as const
  // Without a version of the caller's: the one that `changed` is compared with.
  const expectedVersion = options.expectedVersion ?? before?.version
  yield* handle(locationStream, locationId, command, contextOf(person, { ...options, expectedVersion }), {
    beforeAppend: (_events, { revision }) =>
      Effect.andThen(
        before === undefined || before.location.timezone === draft.timezone
          ? Effect.void
          : moveSlotsToZone(companyId, locationId, draft.timezone),
        orStaleVersion(keepRevision({ companyId, kind: "location", id: locationId }, revision + 1, draft, at)),
      ),
  }).pipe(Effect.mapError(asNameTaken))
  return yield* foundLocation(companyId, locationId)
})

/**
 * Saves a location, new or changed. Fails with NotFound for one that the company
 * does not have, with AlreadyExists for a taken name, with Invalid for another zone
 * while there are visits to come, and with StaleVersion.
 */
export const saveLocation = Effect.fn("saveLocation")(function* (
  person: Person,
  { hashedId, location }: SaveLocation,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const locationId = yield* hashedId === null
    ? nextLocationId(companyId)
    : foundThing<LocationId>(companyId, locationProjection, hashedId)
  return yield* storeLocation(person, locationId, location, options)
})

const commands = { disable: "DisableLocation", enable: "EnableLocation" } as const

/** Disables a location, so that nothing new is offered there, or enables it again. */
export const changeLocationState = Effect.fn("changeLocationState")(function* (
  person: Person,
  hashedId: string,
  action: LocationAction,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const locationId = yield* foundThing<LocationId>(companyId, locationProjection, hashedId)
  yield* handle(locationStream, locationId, { _tag: commands[action] }, contextOf(person, options))
  return yield* foundLocation(companyId, locationId)
})
