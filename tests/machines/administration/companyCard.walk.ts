import { companyCardMachine } from "#machines/administration/companyCard.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleCard } from "#tests/support/cardSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

const token = "pm_0123456789"
const save = { verb: "save", subject: { shown: sampleCard, token } } as const
const remove = { verb: "remove", subject: { shown: sampleCard, token: null } } as const

/** Everything that can happen to the card of a company that has a processor. */
export const cardInUseWalk: ChartWalk = {
  machine: companyCardMachine,
  input: { search: {} },
  events: [
    { type: "replace.pressed", shown: sampleCard },
    { type: "remove.pressed", shown: sampleCard },
    { type: "send.pressed" },
    { type: "keep.pressed" },
    { type: "retry.pressed" },
    { type: "fields.ready" },
    { type: "fields.incomplete" },
    { type: "fields.declined" },
    { type: "fields.failed" },
    { type: "fields.given", token },
    { type: "feed.changed", thing: "card", id: "2" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    command: [
      ended({ ...save, outcome: "done" }),
      ended({ ...save, outcome: "refused", problem: problem("Invalid", "The card was declined.") }),
      ended({ ...remove, outcome: "done" }),
      ended({ ...remove, outcome: "refused", problem: unreachable() }),
      ended({ ...remove, outcome: "cancelled" }),
    ],
  },
  allows: isOfItsCommand,
  key: (snapshot) => [snapshot.context.refusal, snapshot.context.last?.outcome, verbUnderWay(snapshot)],
}

/** The same where no processor is set up: nothing can be typed. */
export const cardWithoutProcessorWalk: ChartWalk = {
  ...cardInUseWalk,
  events: [{ type: "replace.pressed", shown: { ...sampleCard, fieldsUrl: null } }],
  outcomes: {},
}
