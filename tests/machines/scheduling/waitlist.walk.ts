import { waitlistMachine, type WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { samplePatient } from "#tests/support/bookingSamples.ts"
import { openOffer, sampleEntry, sampleRound } from "#tests/support/waitlistSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

const over = problem("NotAllowedNow", "This seat is not being offered any more. Look at the offer log.")

const subjects = {
  next: sampleRound,
  stop: sampleRound,
  accept: openOffer,
  decline: openOffer,
  remove: sampleEntry,
} as const

/** Everything that can happen on the waitlist. */
export const waitlistWalk: ChartWalk = {
  machine: waitlistMachine,
  input: { search: { view: "waitlist" } },
  events: [
    { type: "next.pressed", round: sampleRound },
    { type: "stop.pressed", round: sampleRound },
    { type: "accept.pressed", offer: openOffer },
    { type: "decline.pressed", offer: openOffer },
    { type: "remove.pressed", entry: sampleEntry },
    { type: "change.pressed", entry: sampleEntry },
    { type: "add.pressed" },
    { type: "search.changed", searched: "Lopez" },
    { type: "patient.chosen", patient: samplePatient },
    { type: "choosing.dismissed" },
    { type: "url.changed", search: {} },
    { type: "feed.changed", thing: "offer", id: "1" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    command: (["next", "stop", "accept", "decline", "remove"] as const).flatMap((verb) => [
      ended({ verb, subject: subjects[verb], outcome: "done" }),
      ...(verb === "stop" ? [ended({ verb, subject: subjects[verb], outcome: "refused", problem: over })] : []),
    ]),
    form: [{ output: { discarded: false, left: null, value: null } }],
  },
  allows: (snapshot, event) => {
    if (!isOfItsCommand(snapshot, event)) return false
    const { searched } = (snapshot as unknown as WaitlistSnapshot).context
    const isTyping = (snapshot as unknown as WaitlistSnapshot).matches({ choosing: "typing" })
    if (event.type === "search.changed") return searched === "" || isTyping
    return event.type !== "patient.chosen" || searched !== ""
  },
  key: (snapshot) => {
    const { search, searched, last } = (snapshot as unknown as WaitlistSnapshot).context
    return [search, searched, last?.problem?.problem, verbUnderWay(snapshot)]
  },
}
