import { afterAll, describe, expect, it } from "vitest"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { transitionsOf } from "#tests/paths/record.ts"
import type { Driver } from "./driver.ts"
import { playerOf, type World } from "./player.ts"

/**
 * The tests of a chart in the real page: each path of its walks shows what its
 * states promise, and together they took every transition but those that nobody
 * can cause.
 */
export const drivenInThePage = (chart: string, driver: Driver, world: () => World): void => {
  describe(`the chart ${chart} in the real page`, () => {
    const taken = new Set<string>()
    let player: ReturnType<typeof playerOf> | null = null
    afterAll(() => player?.close())
    const paths = Object.entries(driver.walks).flatMap(([situation, walk]) =>
      pathsOf(walk.machine, walk).paths.map((path) => [situation, titleOf(path), path] as const),
    )

    it.each(paths)("%s: shows %s as its states promise", async (situation, _, path) => {
      player ??= playerOf(driver, world(), (name) => void taken.add(name))
      await expect(player.play(situation, path)).resolves.toBeUndefined()
    })

    it("took every transition that somebody can cause", () => {
      const machines = Object.values(driver.walks).map(({ machine }) => machine)
      const missed = new Set(machines.flatMap(transitionsOf).filter((name) => !taken.has(name)))
      expect([...missed].toSorted()).toEqual(Object.keys(driver.causedByNobody ?? {}).toSorted())
    })
  })
}
