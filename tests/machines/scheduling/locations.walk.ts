import { locationsMachine } from "#machines/scheduling/locations.machine.ts"
import { problem } from "#schemas/problem.ts"
import { disabledLocation, sampleLocation } from "#tests/support/locationSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

/** Why something was refused: the location changed meanwhile. */
export const changedMeanwhile = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** What an action on a location is decided on. */
export const seenLocation = ({ hashedId, version }: typeof sampleLocation) => ({ id: hashedId, version })

/** The location as it is read after something was done to it. */
export const locationReadAgain = { ...sampleLocation, version: sampleLocation.version + 1 }

const both = (verb: string, subject: typeof sampleLocation) => [
  ended({ verb, subject, outcome: "done", seen: seenLocation(subject) }),
  ended({ verb, subject, outcome: "refused", problem: changedMeanwhile, seen: seenLocation(subject) }),
]

/** Everything that can happen on the list of locations. */
export const locationsWalk: ChartWalk = {
  machine: locationsMachine,
  input: { search: { id: sampleLocation.hashedId } },
  events: [
    { type: "disable.pressed", location: sampleLocation },
    { type: "enable.pressed", location: disabledLocation },
    { type: "disable.pressed", location: locationReadAgain },
    { type: "shareNumbers.pressed", location: sampleLocation },
    { type: "shareNames.pressed", location: sampleLocation },
    { type: "withdraw.pressed", location: sampleLocation },
    { type: "download.pressed", location: sampleLocation },
    { type: "url.changed", search: { id: sampleLocation.hashedId, search: "care" } },
    { type: "url.changed", search: { search: "care" } },
    { type: "row.pointed", hashedId: sampleLocation.hashedId },
    { type: "feed.changed", thing: "location", id: sampleLocation.hashedId },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    command: [
      ...both("disable", sampleLocation),
      ...both("enable", disabledLocation),
      ...["disable", "shareNumbers", "shareNames", "withdraw"].map((verb) =>
        ended({ verb, subject: sampleLocation, outcome: "cancelled", seen: seenLocation(sampleLocation) }),
      ),
      ended({ verb: "download", subject: sampleLocation, outcome: "done" }),
    ],
  },
  // What is done to a location is done on its page.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) && (!("location" in event) || snapshot.matches({ place: "location" })),
  key: (snapshot) => {
    const { search, last, pointed } = snapshot.context
    return [search, last?.outcome, last?.seen?.id, verbUnderWay(snapshot), pointed]
  },
}
