import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { zoneOfZip } from "#server/people/patients/zone.rule.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { makeCalendarFeed, withdrawCalendarFeed } from "./calendarFeed.commands.ts"
import { changeLocationState, saveLocation } from "./location.commands.ts"
import { locationProjection } from "./location.projection.ts"
import { foundLocation, readLocationGroups, readLocationPositions, readLocations } from "./location.queries.ts"
import { positionOfZip } from "./position.rule.ts"

/** The calls of locations, for the acting company. */
export const locationCalls = callsOf("Location", {
  GetLocations: Effect.fn("Location.GetLocations")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    return pageReply(yield* readLocations(actingCompanyId, yield* pageIn(query)))
  }),

  GetLocationPositions: Effect.fn("Location.GetLocationPositions")(function* ({ query }) {
    return reply(yield* readLocationPositions((yield* CurrentPerson).actingCompanyId, query))
  }),

  GetZipPosition: Effect.fn("Location.GetZipPosition")(function* ({ query: { zip } }) {
    return yield* Effect.succeed(reply({ zip, position: positionOfZip(zip), timezone: zoneOfZip(zip) }))
  }),

  GetLocationDetail: Effect.fn("Location.GetLocationDetail")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const locationId = yield* foundThing<LocationId>(actingCompanyId, locationProjection, query.hashedId)
    return reply(yield* foundLocation(actingCompanyId, locationId))
  }),

  GetLocationGroups: Effect.fn("Location.GetLocationGroups")(function* () {
    return reply(yield* readLocationGroups((yield* CurrentPerson).actingCompanyId))
  }),

  SaveLocation: Effect.fn("Location.SaveLocation")(function* ({ headers, payload }) {
    return reply(yield* saveLocation(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  ChangeState: Effect.fn("Location.ChangeState")(function* ({ headers, payload: { hashedId, action } }) {
    return reply(yield* changeLocationState(yield* CurrentPerson, hashedId, action, yield* commandOptions(headers)))
  }),

  MakeCalendarFeed: Effect.fn("Location.MakeCalendarFeed")(function* ({ headers, payload }) {
    return reply(yield* makeCalendarFeed(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  WithdrawCalendarFeed: Effect.fn("Location.WithdrawCalendarFeed")(function* ({ headers, payload: { hashedId } }) {
    return reply(yield* withdrawCalendarFeed(yield* CurrentPerson, hashedId, yield* commandOptions(headers)))
  }),
})
