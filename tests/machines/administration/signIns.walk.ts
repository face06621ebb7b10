import { signInsMachine } from "#machines/administration/signIns.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleSignIns } from "#tests/support/profileSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

const end = { verb: "end", subject: sampleSignIns } as const

/** Everything that can happen to one's own sign-ins. */
export const signInsWalk: ChartWalk = {
  machine: signInsMachine,
  input: { search: {} },
  events: [{ type: "end.pressed", signIns: sampleSignIns }],
  outcomes: {
    command: [
      ended({ ...end, outcome: "done" }),
      ended({ ...end, outcome: "refused", problem: unreachable() }),
      ended({ ...end, outcome: "cancelled" }),
    ],
  },
  allows: isOfItsCommand,
  key: (snapshot) => [snapshot.context.last?.outcome, verbUnderWay(snapshot)],
}
