import { Result } from "effect"
import { locationTable } from "#machines/lifecycles/location.lifecycle.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { FeedNaming } from "#schemas/scheduling/calendarFeed.ts"
import type { LocationEvent } from "#schemas/scheduling/events.ts"
import type { LocationFacts, LocationId, LocationState } from "#schemas/scheduling/location.ts"
import type { Decider } from "#server/decider.ts"

/** A location as its decisions need it; `revision` numbers what was set up. */
export type LocationFold = { readonly state: LocationState | "reserved"; readonly revision: number }

/** What may be asked of a location. */
export type LocationCommand =
  | {
      readonly _tag: "SaveLocation"
      readonly locationId: LocationId
      readonly facts: LocationFacts
      /** Fields that differ from what is stored. */
      readonly changed: ReadonlyArray<string>
    }
  | { readonly _tag: "DisableLocation" }
  | { readonly _tag: "EnableLocation" }
  | { readonly _tag: "MakeFeed"; readonly naming: FeedNaming }
  | { readonly _tag: "WithdrawFeed" }

const sentences: Readonly<Record<LocationFold["state"], string>> = {
  reserved: "This location was never saved. Save it first.",
  active: "This location is active. It can be changed or disabled.",
  disabled: "This location is disabled. It can be changed or enabled.",
}

const happen = ({ state }: LocationFold, event: LocationEvent): Result.Result<ReadonlyArray<LocationEvent>, Problem> =>
  locationTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: locationTable.allowed(state) }))
    : Result.succeed([event])

const decide: Decider<LocationFold, LocationCommand, LocationEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveLocation": {
      const { locationId, facts, changed } = command
      const revision = fold.revision + 1
      if (fold.state === "reserved") return happen(fold, { _tag: "LocationCreated", locationId, ...facts, revision })
      return changed.length === 0
        ? Result.succeed([])
        : happen(fold, { _tag: "LocationRevised", ...facts, revision, changed })
    }
    case "DisableLocation":
      return happen(fold, { _tag: "LocationDisabled" })
    case "EnableLocation":
      return happen(fold, { _tag: "LocationEnabled" })
    case "MakeFeed":
      return happen(fold, { _tag: "CalendarFeedMade", naming: command.naming })
    case "WithdrawFeed":
      return happen(fold, { _tag: "CalendarFeedWithdrawn" })
  }
}

const evolve = (fold: LocationFold, event: LocationEvent): LocationFold => ({
  state: locationTable.next(fold.state, event._tag) ?? fold.state,
  revision: "revision" in event ? event.revision : fold.revision,
})

/** Locations: changed at any time, disabled and enabled, never deleted (docs/policy.md#locations). */
export const locationDecider: Decider<LocationFold, LocationCommand, LocationEvent> = {
  initialState: { state: "reserved", revision: 0 },
  decide,
  evolve,
}
