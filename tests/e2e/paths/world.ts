import type { Browser, BrowserContext, Page } from "playwright"
import { recordTransitions } from "#tests/paths/record.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"
import { speakingProgram } from "#tests/support/speechServices.ts"
import { translatingProgram } from "#tests/support/translationServices.ts"
import { keepProviderSession, type State } from "../sessionPaths/play.ts"
import { keepChartTimers } from "./chartTimers.ts"
import { followCharts, type ReportedStep } from "./follow.ts"

/** A page that paths are played in, one after the other; the player hears its charts. */
export type Seat = {
  readonly context: BrowserContext
  readonly page: Page
  hear: (step: ReportedStep) => void
  took: (name: string) => void
}

const takeSeat = async (browser: Browser, state: State): Promise<Seat> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState: state })
  context.setDefaultTimeout(15_000)
  await context.clock.install()
  const hears = { hear: (_: ReportedStep): void => undefined, took: (_: string): void => undefined }
  await recordTransitions(context, (name) => hears.took(name))
  await keepChartTimers(context)
  await followCharts(context, (step) => hears.hear(step))
  return Object.assign(hears, { context, page: await context.newPage() })
}

/**
 * The running application with a browser and a person who has signed in to it
 * once. The page stays from path to path; where a path ended its session, or
 * `leave` was called, the next begins in a browser context of its own.
 */
export const openWorld = async (email: string) => {
  const data = await seededData()
  const service = await translatingProgram()
  const speech = await speakingProgram()
  const app = await startApp(data.dataDir, { ...service.env, ...speech.env })
  const browser = await startChromium()
  const first = await browser.newContext()
  const signing = await first.newPage()
  await signIn(signing, app.url, email)
  await signing.getByRole("button", { name: "Logout" }).waitFor()
  const state = await first.storageState()
  await first.close()

  let seat: Seat | null = null
  const leave = async (): Promise<void> => {
    await seat?.context.close()
    seat = null
  }
  const isSignedIn = async ({ page }: Seat): Promise<boolean> =>
    page.evaluate(() => localStorage.getItem("token") !== null).catch(() => false)
  const sit = async (): Promise<Seat> => {
    if (seat !== null && !(await isSignedIn(seat))) await leave()
    seat ??= await takeSeat(browser, state)
    await seat.context.unrouteAll({ behavior: "ignoreErrors" })
    await keepProviderSession(seat.context, app.url)
    return seat
  }
  const close = async (): Promise<void> => {
    await browser.close()
    await app.kill()
    await Promise.all([service.close(), speech.close()])
    await data.remove()
  }
  return { origin: app.url, browser, state, sit, leave, close }
}

export type World = Awaited<ReturnType<typeof openWorld>>
