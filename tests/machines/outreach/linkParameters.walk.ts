import { linkParametersMachine, type LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import type { SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { sampleParameters, sampleTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { leftForm, formShows } from "../session/form.walk.ts"

/** The parameter that things are done to. */
export const parameter = sampleParameters[0] as SeenLinkParameter

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

/** What the loser of a race reads. */
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** What an action is decided on: the template's version, which its parameters share. */
export const seenLink = { id: sampleTemplate.hashedId, version: parameter.streamVersion }

/** Something of the template as it is read after a change. */
export const changed = <A extends { readonly streamVersion: number }>(shown: A): A => ({
  ...shown,
  streamVersion: Math.max(sampleTemplate.streamVersion, parameter.streamVersion) + 1,
})

/** The row that comes to the first place when the first is moved down. */
export const inItsPlace = { ...changed(sampleParameters[1] as SeenLinkParameter), order: 1 }

/** Everything that can happen to the parameters of a link. */
export const linkParametersWalk: ChartWalk = {
  machine: linkParametersMachine,
  input: { search: { id: sampleTemplate.hashedId, tab: "link" } },
  events: [
    { type: "add.pressed", template: sampleTemplate },
    { type: "edit.pressed", parameter },
    { type: "move.pressed", parameter, by: 1 },
    { type: "delete.pressed", parameter },
    { type: "add.pressed", template: changed(sampleTemplate) },
    { type: "edit.pressed", parameter: changed(parameter) },
    { type: "move.pressed", parameter: changed(parameter), by: 1 },
    { type: "move.pressed", parameter: inItsPlace, by: 1 },
    formShows(emptyParameter),
    formShows({ ...emptyParameter, key: "who" }),
    { type: "search.changed", search: "lopez" },
    { type: "url.changed", search: { id: sampleTemplate.hashedId, tab: "link" } },
    { type: "feed.changed", thing: "template", id: sampleTemplate.hashedId },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    form: [{ output: { discarded: false, value: {} } }, { output: { discarded: true, value: null } }, leftForm],
    command: [
      ended({ verb: "move", subject: parameter, outcome: "done", seen: seenLink, answer: parameter.streamVersion + 1 }),
      ended({ verb: "move", subject: parameter, outcome: "refused", problem: stale }),
      ended({ verb: "delete", subject: parameter, outcome: "done", seen: seenLink }),
      ended({ verb: "delete", subject: parameter, outcome: "refused", problem: notFound() }),
      ended({ verb: "delete", subject: parameter, outcome: "cancelled" }),
    ],
  },
  // Who has left does nothing any more; and one press that waits is as good as several.
  allows: (snapshot, event) =>
    !snapshot.matches({ doing: "left" }) &&
    isOfItsCommand(snapshot, event) &&
    (event.type !== "move.pressed" || (snapshot as LinkParametersSnapshot).context.moves.length < 2),
  key: (snapshot) => {
    const { draft, last, moves, moved } = snapshot.context as LinkParametersSnapshot["context"]
    const seen = [last?.outcome, last?.problem?.problem, last?.seen?.version]
    return [draft, seen, moves.length, moved?.primaryId, verbUnderWay(snapshot)]
  },
}
