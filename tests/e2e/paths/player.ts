import { titleOf } from "#tests/paths/paths.ts"
import type { Path } from "#tests/paths/walk.ts"
import { answer, callServer, holding } from "./calls.ts"
import { timersOf } from "./chartTimers.ts"
import type { Driver, Stage } from "./driver.ts"
import { matching } from "./matching.ts"
import { actionsOf, keepsPromises, promisedBy } from "./promises.ts"
import type { World } from "./world.ts"

const pageAndDialogs = "main, [role=dialog], [role=alertdialog]"

/** A path of one of a driver's walks, as it is played in a page. */
export type Play = {
  readonly driver: Driver
  readonly situation: string
  readonly path: Path
  /** How long the page may take to each step, in milliseconds; 15 seconds without it. */
  readonly patience?: number
  /** Called with each transition that any chart of the page takes. */
  readonly took: (name: string) => void
}

/** Opens what the path is about, and gives what happens to it and how to see that it did. */
const openStage = async (world: World, { driver, situation, path, patience = 15_000, took }: Play) => {
  const walk = driver.walks[situation]
  if (walk === undefined) throw new Error(`The driver knows no situation “${situation}”.`)
  const seat = await world.sit()
  const { context, page } = seat
  const follower = matching(walk.machine.id, patience, driver.id)
  Object.assign(seat, { hear: follower.hear, took })
  const calls = await holding(context, driver.holds ?? {})
  let isSpoilt = false
  const stage: Stage = {
    origin: world.origin,
    context,
    page,
    situation,
    path,
    prepare: () => calls.hold(false),
    begin: () => {
      follower.begin()
      calls.hold(true)
    },
    spoil: () => void (isSpoilt = true),
    pass: async (millis) => {
      if (millis > 0) await context.clock.fastForward(millis)
    },
    press: (name) =>
      page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("link", { name, exact: true }))
        .first()
        .click(),
    held: calls.next,
    call: callServer(page, world.origin),
  }
  await driver.open(stage)
  await follower.started()
  const timers = driver.keepsTimers === true ? await timersOf(page, walk.machine.id, driver.id) : undefined
  const end = async (): Promise<void> => {
    await calls.release()
    await timers?.release()
    if (isSpoilt) await world.leave()
  }
  return { stage, calls, follower, timers, actions: [...actionsOf(walk.machine), ...(driver.actions ?? [])], end }
}

const follow = async (world: World, play: Play): Promise<void> => {
  const { driver, path, patience = 15_000 } = play
  const { stage, calls, follower, timers, actions, end } = await openStage(world, play)
  let clock = 0
  for (const [index, step] of path.steps.entries()) {
    const { event, isTimer, at, snapshot } = step
    const place = titleOf({ events: path.events.slice(0, index + 1), snapshot })
    const handler = driver.handlers[event.type]
    await timers?.moveTo(at)
    if (isTimer) {
      await stage.pass(at - clock)
      clock = at
      await timers?.ring(event.type)
    } else if (handler !== undefined) await handler(stage, step)
    else await answer(calls, step)
    await follower.reached(step, place)
    const promised = (driver.promised ?? promisedBy)(snapshot)
    await keepsPromises(
      stage.page,
      { ...promised, all: actions, within: driver.within ?? pageAndDialogs, patience },
      place,
    )
    await driver.shows?.(stage, step, index === path.steps.length - 1)
  }
  await end()
}

/** Plays a path in a page of the running application, and holds the page to what each state promises. */
export const playInPage = (world: World, play: Play): Promise<void> =>
  follow(world, play).catch(async (error: unknown) => {
    // What failed half-way must not mislead the next.
    await world.leave()
    throw error
  })
