import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cannotOccurIn } from "#tests/paths/cannotOccur.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { transitionsOf } from "#tests/paths/record.ts"
import { driven, people, undriven, type Driven } from "./driven.ts"
import type { Driver } from "./driver.ts"
import { playInPage } from "./player.ts"
import { openWorld, type World } from "./world.ts"

/** How many steps a path goes on for something new: opening a page takes longer than a few steps in it. */
const reach = 3

/**
 * The tests of a chart in the real page: each path of its drivers' walks shows what
 * its states promise, and together they took every transition but those that
 * no one can cause.
 */
const drivenInThePage = (chart: string, world: () => World, ...drivers: ReadonlyArray<Driver>): void => {
  describe(`the chart ${chart} in the real page`, () => {
    const taken = new Set<string>()
    const took = (name: string): void => void taken.add(name)
    const walks = drivers.flatMap((driver) =>
      Object.entries(driver.walks).map(([situation, walk]) => ({ driver, situation, walk })),
    )
    const paths = walks.flatMap(({ driver, situation, walk }) =>
      pathsOf(walk.machine, walk, driver.reach ?? reach).paths.map(
        (path) => [situation, titleOf(path), { driver, situation, path, took }] as const,
      ),
    )

    it.each(paths)("%s: shows %s as its states promise", async (_, __, play) => {
      await expect(playInPage(world(), play)).resolves.toBeUndefined()
    })

    it("took every transition that someone can cause", () => {
      const missed = new Set(
        walks.flatMap(({ walk }) => transitionsOf(walk.machine)).filter((name) => !taken.has(name)),
      )
      expect([...missed].toSorted()).toEqual([...cannotOccurIn(chart)].toSorted())
    })
  })
}

/** The tests of all charts that a person drives, in one application. */
export const drivenBy = (person: Driven["as"]): void => {
  let opened: World
  beforeAll(async () => {
    opened = await openWorld(people[person])
  })
  afterAll(() => opened?.close())
  it("drives the chart of every page", () => {
    expect(undriven).toEqual([])
  })
  for (const { chart, as, drivers } of driven) if (as === person) drivenInThePage(chart, () => opened, ...drivers)
}
