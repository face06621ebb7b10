import { describe, expect, it } from "vitest"
import { explore } from "#tests/paths/explore.ts"
import type { Timed, Timer } from "#tests/paths/timed.ts"
import { walksByTitle } from "#tests/support/randomWays.ts"

/** How long a chart waits after the last key before it asks the server, in milliseconds: a list soon, a preview later. */
const pauses: Readonly<Record<string, number>> = {
  booking: 300,
  campaigns: 300,
  database: 300,
  handsets: 300,
  linkParameters: 600,
  newCampaign: 600,
  palette: 300,
  replyRules: 600,
  responseFileEditor: 600,
  templateEditor: 600,
  translationEditor: 600,
  waitlist: 300,
}
const walks = walksByTitle
  .map(([, walk]) => walk)
  .filter(({ machine }) => Object.hasOwn(machine.implementations.delays, "typingPause"))

const typingTimers = ({ timers }: Timed): ReadonlyArray<Timer> =>
  timers.filter(({ event }) => event.type.includes("typingPause"))
const isTyped = ({ taken }: Timed): boolean =>
  taken.some((name) => / (?:search|text|draft|values)\.changed #/.test(name))

describe("a pause in typing", () => {
  it("is known for every chart that waits for one", () => {
    expect([...new Set(walks.map(({ machine }) => machine.id))].toSorted()).toEqual(Object.keys(pauses))
  })

  it.each(walks.map((walk) => [walk.machine.id, walk] as const))(
    "begins again with each key, and lasts as long as it should: %s",
    (id, { machine, ...walk }) => {
      const typed = explore(machine, walk).edges.filter(({ state }) => isTyped(state))
      const going = typed.filter(({ from }) => from !== null && typingTimers(from.state).length > 0)
      expect(going.length).toBeGreaterThan(0)
      for (const { state } of typed) expect(typingTimers(state).map(({ millis }) => millis)).toEqual([pauses[id]])
      for (const { from, state } of going) expect(from?.state.timers).not.toContain(typingTimers(state)[0])
    },
  )
})
