import { expect } from "vitest"
import type { Browser, BrowserContext, Page } from "playwright"
import type { AnyEventObject } from "xstate"
import { idleMachine } from "#machines/session/idle.machine.ts"
import { idleMillis, idlePromptMillis } from "#schemas/constants.ts"
import { screens } from "#schemas/session/words.ts"
import { words } from "#schemas/words.ts"
import { recordTransitions } from "#tests/paths/record.ts"
import type { ChartWalk, Path, Step } from "#tests/paths/walk.ts"
import { keepProviderSession, type State } from "./play.ts"

/** Moments after the person came in: a minute, the beginning of the last one, and the end of the hour. */
const moments = [60_000, idleMillis - idlePromptMillis, idleMillis] as const
const happenings: ReadonlyArray<AnyEventObject> = [
  ...moments.flatMap((at) => [
    { type: "activity.seen", at },
    { type: "activity.elsewhere", at: at + 1 },
    { type: "clock.ticked", at },
  ]),
  { type: "activity.seen", at: idleMillis - idlePromptMillis / 2 },
  { type: "stay.pressed" },
]

/** What can happen to someone's presence in one tab; time does not run back. */
export const presenceWalk: ChartWalk = {
  machine: idleMachine,
  input: { at: 0, tab: "b" },
  events: happenings,
  allows: ({ context }, { at }) => at === undefined || Number(at) > context.now,
  key: ({ context }) => [context.lastActivity, context.seenAt, context.now],
}

type Opened = {
  readonly context: BrowserContext
  readonly page: Page
  /** A blank tab of the same browser. */
  readonly other: Page
  /** The transitions taken so far. */
  readonly seen: ReadonlyArray<string>
}

declare global {
  var wallTime: { ahead: number }
}

/**
 * Runs in the page: its wall time can be set ahead, as it is after a laptop slept; its timers run on.
 * What the window system reports of tabs that are opened and shown is kept from the page: no one acted.
 */
const aheadOfTime = (): void => {
  for (const name of ["focus", "mousemove", "visibilitychange"])
    addEventListener(name, (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  const now = Date.now.bind(Date)
  globalThis.wallTime = { ahead: 0 }
  Date.now = () => now() + globalThis.wallTime.ahead
}

/** Runs in another tab: speaks for a stronger and a weaker one, in turn, each time the page asks or says that it leads. */
const contradict = (): void => {
  const [weaker, stronger] = ["000", "zzz"]
  const answers: Readonly<Record<string, Array<object | null>>> = {
    "leader.applied": [
      { type: "leader.applied", tab: weaker },
      { type: "leader.applied", tab: stronger },
      { type: "leader.announced", tab: stronger },
      null,
    ],
    "leader.announced": [
      { type: "leader.applied", tab: weaker },
      { type: "leader.announced", tab: weaker },
      { type: "leader.announced", tab: stronger },
    ],
  }
  const channel = new BroadcastChannel("admin-view-tabs")
  channel.addEventListener("message", ({ data }: MessageEvent<{ readonly type: string }>) => {
    const turn = answers[data.type] ?? []
    const answer = turn.shift() ?? null
    turn.push(answer)
    if (answer !== null) channel.postMessage(answer)
  })
}

/** Plays paths of the idle chart in real pages of the running application. */
export const presencePlayer = (browser: Browser, origin: string, state: State, took: (name: string) => void) => {
  const open = async (prepare: (other: Page) => Promise<void> = () => Promise.resolve()) => {
    const seen: Array<string> = []
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState: state })
    context.setDefaultTimeout(15_000)
    await recordTransitions(context, (name) => {
      seen.push(name)
      took(name)
    })
    await keepProviderSession(context, origin)
    const other = await context.newPage()
    await other.goto(`${origin}/auth-config.json`)
    await prepare(other)
    const page = await context.newPage()
    await page.addInitScript(aheadOfTime)
    await page.goto(`${origin}/dashboard`)
    await page.getByRole("banner").getByRole("button", { name: words["shell.logout"] }).waitFor()
    return { context, page, other, seen }
  }

  const rang = async ({ seen }: Opened, timer: string): Promise<void> => {
    const hasRung = () => seen.some((name) => name.includes(` ${timer} #`))
    await expect.poll(hasRung, { timeout: 10_000, message: timer }).toBe(true)
  }

  const perform = async (opened: Opened, { event, isTimer }: Step): Promise<void> => {
    const { page, other } = opened
    if (isTimer) return rang(opened, event.type)
    // A little beyond, so that the way in does not matter, and within the prompt's minute.
    const ahead = Number(event["at"] ?? 0) + 5_000
    if (event.type === "activity.seen") {
      return page.evaluate((millis) => {
        globalThis.wallTime.ahead = millis
        window.dispatchEvent(new MouseEvent("mousemove"))
      }, ahead)
    }
    if (event.type === "clock.ticked")
      return page.evaluate((millis) => void (globalThis.wallTime.ahead = millis), ahead)
    if (event.type === "activity.elsewhere") {
      const now = await page.evaluate(() => Date.now())
      return other.evaluate((at) => localStorage.setItem("lastActivity", String(at)), now)
    }
    await page.getByRole("button", { name: words["idle.stay"] }).click()
  }

  const countsDown = async (page: Page): Promise<void> => {
    const text = () => page.getByText("You will be logged out").innerText()
    const before = await text()
    await expect.poll(text, { timeout: 10_000 }).not.toBe(before)
  }

  const isShown = async (page: Page, { snapshot }: Step, isLast: boolean): Promise<void> => {
    const prompt = page.getByText(words["idle.title"])
    if (snapshot.matches({ presence: "idle" }))
      await page.getByRole("heading", { name: screens.sessionOut.message }).waitFor()
    else if (snapshot.matches({ presence: "prompt" })) {
      await prompt.waitFor()
      if (isLast) await countsDown(page)
    } else await expect.poll(() => prompt.count(), { timeout: 10_000 }).toBe(0)
  }

  const play = async ({ steps }: Path): Promise<void> => {
    const opened = await open()
    // The tabs choose their leader by themselves, whatever a person does: done before the first handler it cannot be cut short.
    await rang(opened, "xstate.after.responseWait.idle.leadership.applying")
    for (const [index, step] of steps.entries()) {
      await perform(opened, step)
      await isShown(opened.page, step, index === steps.length - 1)
    }
    await opened.context.close()
  }

  /** Opens a tab next to two others, a stronger and a weaker one, which answer it in each way, in turn. */
  const contend = async (isEnough: () => boolean): Promise<void> => {
    const { context } = await open((other) => other.evaluate(contradict))
    await expect.poll(isEnough, { timeout: 60_000, message: "all of leadership" }).toBe(true)
    await context.close()
  }

  return { play, contend }
}
