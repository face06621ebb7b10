import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { feedAddress, type MakeCalendarFeed } from "#schemas/scheduling/calendarFeed.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { forgetFeedToken, keepFeedToken, newFeedToken } from "#server/scheduling/calendar/calendar.queries.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { locationStream } from "./location.commands.ts"
import { locationProjection } from "./location.projection.ts"
import { foundLocation } from "./location.queries.ts"

const locationOf = ({ actingCompanyId }: Person, hashedId: string) =>
  foundThing<LocationId>(actingCompanyId, locationProjection, hashedId)

/**
 * Makes the address at which calendars read a location's appointments, and ends the one before. The address is in this
 * answer and nowhere else: what is kept is the hash of its token.
 */
export const makeCalendarFeed = Effect.fn("makeCalendarFeed")(function* (
  person: Person,
  { hashedId, naming }: MakeCalendarFeed,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const locationId = yield* locationOf(person, hashedId)
  const token = newFeedToken()
  yield* handle(locationStream, locationId, { _tag: "MakeFeed", naming }, contextOf(person, options), {
    beforeAppend: () => keepFeedToken(companyId, locationId, token),
  })
  return { location: yield* foundLocation(companyId, locationId), address: feedAddress(yield* PublicUrl, token) }
})

/** Ends the address at which calendars read a location's appointments. */
export const withdrawCalendarFeed = Effect.fn("withdrawCalendarFeed")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const locationId = yield* locationOf(person, hashedId)
  yield* handle(locationStream, locationId, { _tag: "WithdrawFeed" }, contextOf(person, options), {
    beforeAppend: () => forgetFeedToken(companyId, locationId),
  })
  return yield* foundLocation(companyId, locationId)
})
