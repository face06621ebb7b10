import { chunkMachine } from "#machines/session/chunk.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const walkOf = (mayReload: boolean): ChartWalk => ({
  machine: chunkMachine.provide({ guards: { mayReload: ({ context }) => mayReload && context.wanted } }),
  outcomes: {
    load: [{ output: undefined }, { error: "no code" }],
    retry: [{ output: undefined }, { error: "no code" }],
    reach: [{ output: undefined }, { error: "no server" }],
  },
})

/** Code of a release that may reload the page. */
export const firstChunkWalk = walkOf(true)
/** Code of a release that reloaded it before. */
export const secondChunkWalk = walkOf(false)
