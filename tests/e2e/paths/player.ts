import type { Browser, BrowserContext, Page } from "playwright"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"
import { titleOf } from "#tests/paths/paths.ts"
import { recordTransitions } from "#tests/paths/record.ts"
import type { Path } from "#tests/paths/walk.ts"
import { keepProviderSession, type State } from "../sessionPaths/play.ts"
import { answer, callServer, holding } from "./calls.ts"
import type { Driver, Stage } from "./driver.ts"
import { followCharts, type ToldStep } from "./follow.ts"
import { matching } from "./matching.ts"
import { actionsOf, keepsPromises, promisedBy } from "./promises.ts"

const pageAndDialogs = "main, [role=dialog], [role=alertdialog]"

/** The running application with a browser and a person who has signed in to it once. */
export const openWorld = async (email: string) => {
  const data = await seededData()
  const app = await startApp(data.dataDir)
  const browser = await startChromium()
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, app.url, email)
  await page.getByRole("button", { name: "Logout" }).waitFor()
  const state = await context.storageState()
  await context.close()
  const close = async (): Promise<void> => {
    await browser.close()
    await app.stop()
    await data.remove()
  }
  return { browser, origin: app.url, state, close }
}

export type World = Awaited<ReturnType<typeof openWorld>>

type Seat = { readonly context: BrowserContext; readonly page: Page; hear: (told: ToldStep) => void }

const takeSeat = async (browser: Browser, origin: string, state: State, took: (name: string) => void) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState: state })
  context.setDefaultTimeout(15_000)
  await context.clock.install()
  await keepProviderSession(context, origin)
  const seat: { context: BrowserContext; hear: Seat["hear"] } = { context, hear: () => undefined }
  await recordTransitions(context, took)
  await followCharts(context, (told) => seat.hear(told))
  return Object.assign(seat, { page: await context.newPage() }) as Seat
}

/**
 * Plays the paths of one chart in a page of the running application, one after
 * the other. The page stays from path to path; where a path ended its session, the
 * next begins in a browser context of its own.
 * @param took is told each transition that any chart of the page takes.
 */
export const playerOf = (driver: Driver, { browser, origin, state }: World, took: (name: string) => void) => {
  let seat: Seat | null = null
  let isSpoilt = false

  const close = async (): Promise<void> => {
    await seat?.context.close()
    seat = null
  }
  const sit = async (): Promise<Seat> => {
    const isSignedIn =
      !isSpoilt &&
      seat !== null &&
      (await seat.page.evaluate(() => localStorage.getItem("token") !== null).catch(() => false))
    if (!isSignedIn) await close()
    isSpoilt = false
    return (seat ??= await takeSeat(browser, origin, state, took))
  }

  const follow = async (situation: string, path: Path): Promise<void> => {
    const walk = driver.walks[situation]
    if (walk === undefined) throw new Error(`The driver knows no situation “${situation}”.`)
    const { machine } = walk
    const { context, page, ...rest } = await sit()
    const follower = matching(machine.id, driver.id)
    if (seat !== null) seat.hear = follower.hear
    const calls = await holding(context, driver.holds ?? {})
    const pass = async (millis: number): Promise<void> => {
      if (millis > 0) await context.clock.fastForward(millis)
    }
    const stage: Stage = {
      ...rest,
      origin,
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
      pass,
      press: (name) =>
        page
          .getByRole("button", { name, exact: true })
          .or(page.getByRole("link", { name, exact: true }))
          .first()
          .click(),
      held: calls.next,
      call: callServer(page, origin),
    }
    follower.begin()
    await driver.open(stage)
    await follower.started()
    let clock = 0
    const all = actionsOf(machine)
    const within = driver.within ?? pageAndDialogs
    for (const [index, step] of path.steps.entries()) {
      const { event, isTimer, at, snapshot } = step
      const place = titleOf({ events: path.events.slice(0, index + 1), snapshot })
      const deed = driver.deeds[event.type]
      if (isTimer) {
        await pass(at - clock)
        clock = at
      } else if (deed !== undefined) await deed(stage, step)
      else await answer(calls, step)
      await follower.reached(step, place)
      await keepsPromises(page, { ...(driver.promised ?? promisedBy)(snapshot), all, within }, place)
      await driver.shows?.(stage, step, index === path.steps.length - 1)
    }
    await calls.release()
  }

  const play = (situation: string, path: Path): Promise<void> =>
    follow(situation, path).catch(async (error: unknown) => {
      // What failed half-way must not mislead the next.
      await close()
      throw error
    })

  return { play, close }
}
