import { directoryMachine } from "#machines/administration/directory.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleDirectory } from "#tests/support/directorySamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

const token = sampleDirectory.tokens[0]
const make = { verb: "make", subject: { name: "Entra ID" } } as const
const revoke = { verb: "revoke", subject: token } as const

/** Everything that can happen to the tokens of a company's directory. */
export const directoryWalk: ChartWalk = {
  machine: directoryMachine,
  input: { search: {} },
  events: [
    { type: "make.pressed", name: "Entra ID" },
    { type: "revoke.pressed", token },
  ],
  outcomes: {
    command: [
      ended({ ...make, outcome: "done", answer: "avd_0123456789" }),
      ended({ ...make, outcome: "refused", problem: unreachable() }),
      ended({ ...revoke, outcome: "done" }),
      ended({ ...revoke, outcome: "refused", problem: unreachable() }),
      ended({ ...revoke, outcome: "cancelled" }),
    ],
  },
  allows: isOfItsCommand,
  key: (snapshot) => [snapshot.context.last?.outcome, snapshot.context.last?.verb, verbUnderWay(snapshot)],
}
