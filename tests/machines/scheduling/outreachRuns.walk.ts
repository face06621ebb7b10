import type { RunVerb } from "#machines/scheduling/outreachRuns.machine.ts"
import { outreachRunsMachine } from "#machines/scheduling/outreachRuns.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { pausedRunDetail, runReadAgain, sampleRunDetail } from "#tests/support/outreachRunSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { changedMeanwhile } from "./locations.walk.ts"

const id = sampleRunDetail.hashedId
const [first, second] = sampleRunDetail.coming
const pressed = (verb: RunVerb, run = sampleRunDetail, date: string | null = null) => ({
  ...{ type: `${verb}.pressed`, run, date },
})

/** What a command on the sample's run ends with. */
export const runEnded = (verb: RunVerb, outcome: "done" | "refused" | "cancelled") =>
  ended({
    ...{ verb, outcome, subject: { run: sampleRunDetail, date: null } },
    ...(outcome === "refused" ? { problem: changedMeanwhile } : {}),
    seen: { id, version: sampleRunDetail.version },
  })

/** Everything that can happen on the page of outreach runs. */
export const outreachRunsWalk: ChartWalk = {
  machine: outreachRunsMachine,
  input: { search: { view: "runs", id } },
  events: [
    pressed("pause"),
    pressed("pause", runReadAgain),
    pressed("resume", pausedRunDetail),
    pressed("skip", sampleRunDetail, first?.date),
    pressed("unskip", sampleRunDetail, second?.date),
    pressed("end"),
    pressed("delete"),
    { type: "url.changed", search: { view: "runs" } },
    { type: "url.changed", search: { view: "runs", id } },
    { type: "feed.changed", thing: "outreachRun", id },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    command: [
      runEnded("pause", "done"),
      runEnded("pause", "refused"),
      ...(["resume", "skip", "unskip", "end", "delete"] as const).map((verb) => runEnded(verb, "done")),
      runEnded("delete", "cancelled"),
    ],
  },
  // What is done to a run is done on its page.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) && (!("run" in event) || "id" in snapshot.context.search),
  key: (snapshot) => {
    const { search, last } = snapshot.context
    return ["id" in search, last?.outcome, last?.seen?.version, verbUnderWay(snapshot)]
  },
}
