import { linkParametersMachine } from "#machines/outreach/linkParameters.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { sampleParameters, sampleTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

const [parameter] = sampleParameters

/** The values of a new parameter's form. */
export const emptyParameter = {
  temphashedId: sampleTemplate.hashedId,
  templateId: 41,
  streamVersion: 4,
  primaryId: 0,
  key: "",
  value: "",
  in: "query",
}

/** What the loser of a race is told. */
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** Everything that can happen to the parameters of a link. */
export const linkParametersWalk: ChartWalk = {
  machine: linkParametersMachine,
  input: { search: { link: sampleTemplate.hashedId } },
  events: [
    { type: "add.pressed", template: sampleTemplate },
    { type: "edit.pressed", parameter },
    { type: "move.pressed", parameter, order: 2 },
    { type: "delete.pressed", parameter },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    formShows(emptyParameter),
    formShows({ ...emptyParameter, key: "who" }),
    { type: "search.changed", search: "lopez" },
    { type: "url.changed", search: { link: sampleTemplate.hashedId } },
    { type: "feed.changed", thing: "template", id: sampleTemplate.hashedId },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    form: [{ output: { discarded: false, value: {} } }, leftForm],
    move: [{ output: undefined }, { error: stale }],
    remove: [{ output: undefined }, { error: notFound() }],
  },
  // Who has left does nothing any more.
  allows: (snapshot) => !snapshot.matches({ doing: "left" }),
  key: ({ context }) => [context.draft, context.refused?.problem, context.subject?.primaryId],
}
