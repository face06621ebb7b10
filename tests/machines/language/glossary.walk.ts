import { glossaryMachine } from "#machines/language/glossary.machine.ts"
import type { SeenTerm } from "#schemas/language/glossary.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleTerms } from "#tests/support/translationSamples.ts"
import { ended, isOfItsCommand } from "../session/command.walk.ts"
import { leftForm } from "../session/form.walk.ts"

/** The term that things are done to. */
export const term = sampleTerms[0] as SeenTerm

/** What the loser of a race reads. */
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** Everything that can happen to a company’s glossary. */
export const glossaryWalk: ChartWalk = {
  machine: glossaryMachine,
  input: { search: { glossary: "" } },
  events: [{ type: "add.pressed" }, { type: "edit.pressed", term }, { type: "remove.pressed", term }],
  outcomes: {
    form: [{ output: { discarded: false, value: {} } }, { output: { discarded: true, value: null } }, leftForm],
    command: [
      ended({ verb: "remove", subject: term, outcome: "done" }),
      ended({ verb: "remove", subject: term, outcome: "refused", problem: stale }),
      ended({ verb: "remove", subject: term, outcome: "cancelled" }),
    ],
  },
  allows: isOfItsCommand,
  key: ({ context: { values, problem: why } }) => [values?.termId, why?.problem],
}
