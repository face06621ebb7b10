import { describe, expect, it } from "vitest"
import type { SeenRun, SeenStep } from "#machines/administration/flows.machine.ts"
import { newestSteps, statesAfter, timelineOf } from "#machines/administration/flowTimeline.ts"

const run = (name: string, given: Partial<SeenRun> = {}): SeenRun => ({
  run: name,
  chart: "call",
  within: null,
  states: ["done"],
  knownFrom: 0,
  endedAt: null,
  ...given,
})
const step = (at: number, given: Partial<SeenStep> = {}): SeenStep => ({
  run: "a",
  chart: "call",
  event: "heard",
  left: [],
  entered: [],
  guards: [],
  taken: true,
  at,
  number: at,
  ...given,
})
const moved = (at: number, left: string, entered: string, of = "a") =>
  step(at, { run: of, left: [left], entered: [entered] })
const shown = (runs: ReadonlyArray<SeenRun>, steps: ReadonlyArray<SeenStep>, search = {}) =>
  timelineOf({ runs, steps: steps.toSorted((left, right) => right.at - left.at) }, search)

describe("the timeline of a tab", () => {
  it("works a run's states out from where it stands, back to its beginning", () => {
    const call = run("a", { states: ["done", "closed"], knownFrom: 5 })
    const timeline = shown([call], [moved(10, "idle", "busy"), moved(20, "busy", "done")])
    expect(timeline).toMatchObject({ from: 5, to: 20 })
    expect(timeline?.rows[0]?.lines[0]?.[0]?.spans).toEqual([
      { states: ["idle", "closed"], from: 5, to: 10 },
      { states: ["busy", "closed"], from: 10, to: 20 },
      { states: ["done", "closed"], from: 20, to: null },
    ])
  })

  it("ends what ended, and shows no state that lasted no time", () => {
    const timeline = shown([run("a", { endedAt: 20 })], [moved(20, "busy", "done")])
    expect(timeline?.rows[0]?.lines[0]?.[0]?.spans).toEqual([{ states: ["busy"], from: 0, to: 20 }])
  })

  it("puts runs of one chart that were at one time under each other, and what followed behind", () => {
    const runs = [run("a", { endedAt: 4 }), run("b", { knownFrom: 2 }), run("c", { knownFrom: 6 })]
    const [row] = shown(runs, [moved(3, "busy", "done", "b")])?.rows ?? []
    expect(row?.lines.map((line) => line.map((one) => one.run))).toEqual([["a", "c"], ["b"]])
  })

  it("leaves out what moved no state, until it is asked for", () => {
    const steps = [step(1), moved(2, "busy", "done"), step(3)]
    expect(shown([run("a")], steps)?.steps.map(({ at }) => at)).toEqual([2])
    expect(shown([run("a")], steps, { events: "all" })?.steps.map(({ at }) => at)).toEqual([3, 2, 1])
    expect(shown([run("a")], [step(1)])).toBeNull()
  })

  it("begins with the first of its hundred events, without the runs that had ended by then", () => {
    const steps = Array.from({ length: 150 }, (_, at) => moved(at, "busy", "done", at < 10 ? "a" : "b"))
    const timeline = shown([run("a", { endedAt: 9 }), run("b")], steps)
    expect([timeline?.from, timeline?.steps.length]).toEqual([50, 100])
    expect(timeline?.rows.flatMap(({ lines }) => lines.flat().map((one) => one.run))).toEqual(["b"])
  })

  it("has the newest hundred of all runs that moved a state, however often another run heard something else", () => {
    const ticks = Array.from({ length: 900 }, (_, at) => step(at * 2, { run: "clock" }))
    const moves = Array.from({ length: 300 }, (_, at) => moved(at * 2 + 1, "busy", "done"))
    const all = [...ticks, ...moves].toSorted((left, right) => right.at - left.at)
    const runs = [run("a"), run("clock", { chart: "idle" })]
    const kept = newestSteps(all)
    expect(kept.length).toBe(200)
    expect(timelineOf({ runs, steps: kept }, {})?.steps).toEqual(timelineOf({ runs, steps: all }, {})?.steps)
  })

  it("knows how a run stood right after an event", () => {
    const steps = [moved(3, "busy", "done"), step(2), moved(1, "idle", "busy")]
    expect(steps.map((one) => statesAfter({ steps }, run("a"), one))).toEqual([["done"], ["busy"], ["busy"]])
  })
})
