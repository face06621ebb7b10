import { readingMachine } from "#machines/session/reading.machine.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const firstPage = { output: { data: ["a", "b"], next: "after-b" } }
const lastPage = { output: { data: ["c"], next: null } }
/** How a read fails: tried again at once when the way is open, not before the server's time, not by itself at all. */
const failing = [
  { error: unreachable() },
  { error: { ...problem("Unavailable", "Busy."), retryAt: "2026-11-19T14:00:00.000Z" } satisfies Problem },
  { error: notFound() },
]

const walk = (keepPreviousData: boolean): ChartWalk => ({
  machine: readingMachine,
  input: { params: { search: "x" }, keepPreviousData },
  events: [
    { type: "params.changed", params: null },
    { type: "params.changed", params: { search: "x" } },
    { type: "params.changed", params: { search: "y" } },
    { type: "feed.changed" },
    { type: "refresh.pressed" },
    { type: "retry.pressed" },
    { type: "more.pressed" },
    { type: "way.opened" },
  ],
  outcomes: {
    read: [firstPage, ...failing],
    refresh: [firstPage, lastPage, ...failing],
    extend: [lastPage, ...failing],
  },
  key: ({ context }) => [
    context.params,
    context.data?.length,
    context.next,
    context.problem?.problem,
    context.changedMeanwhile,
  ],
})

/** A list keeps its rows while others are read. */
export const listWalk = walk(true)
/** A detail never shows another thing's data. */
export const detailWalk = walk(false)
/** Nothing is chosen at first. */
export const unchosenWalk: ChartWalk = {
  machine: readingMachine,
  input: { params: null },
  events: [{ type: "params.changed", params: { id: "1" } }],
}
