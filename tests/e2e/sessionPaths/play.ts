import type { Browser, BrowserContext, Page, Route } from "playwright"
import { expect } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import type { LoginOutcome } from "#schemas/session/outcome.ts"
import { contractTexts, loginMessages } from "#schemas/session/words.ts"
import { recordTransitions } from "#tests/paths/record.ts"
import type { Path, Step } from "#tests/paths/walk.ts"
import type { Situation } from "./walks.ts"

export type State = Awaited<ReturnType<BrowserContext["storageState"]>>

/** What the page shows where a busy state leads by itself. */
type Shown = { readonly heading: string; readonly actions: ReadonlyArray<string>; readonly path?: string }
const signInScreen: Shown = { heading: "Admin View", actions: ["Sign in"] }
const sessionOutScreen: Shown = { heading: "Your session has expired", actions: ["Re-login"], path: "/sessionOut" }
const leadsTo: Readonly<Record<string, Shown>> = {
  signingOut: { ...signInScreen, path: "/" },
  losing: { ...signInScreen, path: "/login" },
  expiring: sessionOutScreen,
  expiredElsewhere: sessionOutScreen,
}
/** Where no one is signed in, and nothing of anyone is kept. */
const empty = ["signedOut", "accountLocked", "sessionOut"]

const personState = (snapshot: AnyMachineSnapshot): string => {
  const { person } = snapshot.value as { readonly person: string | object }
  return typeof person === "string" ? person : (Object.keys(person)[0] ?? "")
}
/** What the chart's state promises (`meta`), the innermost heading and all actions. */
const promised = (snapshot: AnyMachineSnapshot): Shown => {
  const metas = Object.values(snapshot.getMeta()) as ReadonlyArray<Partial<Shown>>
  return {
    heading: metas.findLast(({ heading }) => heading !== undefined)?.heading ?? "",
    actions: metas.flatMap(({ actions = [] }) => actions),
  }
}

const refusals = {
  invalid: "Unknown.",
  contractExpired: contractTexts.expired,
  contractNotStarted: contractTexts.notStarted,
}
const refusedCall = { statusCode: "403", status: "error", message: "No.", problem: "Forbidden" }
/** The links of the menu that lead elsewhere. */
const notShown = (page: Page) => page.locator("a:not([aria-current])")

/** Answers the login call as the step says; a success is the server's own. */
const answer = async (route: Route, { event }: Step): Promise<void> => {
  if ("error" in event) {
    const { problem } = event["error"] as { readonly problem: string }
    if (problem === "Unreachable") await route.abort()
    else await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Proxy</title>" })
    return
  }
  const outcome = event["output"] as LoginOutcome
  if (outcome.outcome === "signedIn") return route.continue()
  const [status, message] =
    outcome.outcome === "locked"
      ? ["locked", "Locked."]
      : [outcome.refusal === "invalid" ? "invalid" : "contract", refusals[outcome.refusal]]
  await route.fulfill({ json: { statusCode: "403", status, message } })
}

/** The sentence a state shows as its alert; undefined where there is none. */
const alertOf = (snapshot: AnyMachineSnapshot): string | undefined => {
  const { login, problem } = snapshot.context
  const state = personState(snapshot)
  if (state === "accountLocked") return loginMessages.locked
  if (state === "refused") return login.loginResErr || login.contract_expire_message || problem?.message
  return state === "signedOut" ? problem?.message : undefined
}

/** Requests of one kind, held until the path says what comes of them, in the order they came. */
const held = (what: string) => {
  const routes: Array<Route> = []
  const arrived = async (): Promise<void> => {
    await expect.poll(() => routes.length, { timeout: 15_000, message: what }).toBeGreaterThan(0)
  }
  return {
    add: (route: Route): void => void routes.push(route),
    arrived,
    isWaiting: (): boolean => routes.length > 0,
    next: async (): Promise<Route> => {
      await arrived()
      return routes.shift() as Route
    },
    /** Lets all go on that still wait. */
    release: async (): Promise<void> => {
      for (const route of routes.splice(0)) await route.continue()
    },
  }
}

/** What a state waits for, where only its patience ends it. */
const waitsFor = {
  starting: "**/auth-config.json",
  redirecting: "**/idp/auth?**",
  signingOut: "**/idp/session/end?**",
  expiring: "**/idp/session/end?**",
} as const
type Waiting = keyof typeof waitsFor

/** The state whose patience ends on a path, if what it waits for must not come for that. */
const stalledIn = (steps: Path["steps"]): Waiting | undefined =>
  (Object.keys(waitsFor) as ReadonlyArray<Waiting>).find((state) =>
    steps.some(({ event }) => event.type.startsWith(`xstate.after.patience.session.person.${state}`)),
  )

const withoutGuard = (name: string): string => name.replace(/ \[.*\]$/, "")

/** The provider's session is that of all paths: it is asked to end, and goes on. */
export const keepProviderSession = (context: BrowserContext, origin: string): Promise<unknown> =>
  context.route("**/idp/session/end?**", async (route) => {
    const back = new URL(route.request().url()).searchParams.get("post_logout_redirect_uri") ?? origin
    await route.fulfill({ contentType: "text/html", body: `<meta http-equiv="refresh" content="0;url=${back}">` })
  })

/** Has the provider ask even a person it knows: its session, removed from the browser, would come back with the answer to a hidden frame. */
const askWhoLeaves = (route: Route): Promise<void> => {
  const request = route.request()
  const isLeaving = request.isNavigationRequest() && request.frame().parentFrame() === null
  return isLeaving ? route.continue({ url: `${request.url()}&prompt=login` }) : route.fallback()
}

/** Plays paths of the session chart in real pages of the running application. */
export const player = (browser: Browser, origin: string, state: State, took: (name: string) => void) => {
  const play = async (situation: Situation, path: Path): Promise<void> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...(isKept(path.steps) ? { storageState: state } : {}),
    })
    try {
      await follow(context, situation, path)
    } finally {
      await context.close()
    }
  }

  const follow = async (
    context: BrowserContext,
    situation: Situation,
    { steps, snapshot: end }: Path,
  ): Promise<void> => {
    const logins = held("a login call")
    const services = held("the page's services")
    const stalled = held("a request that stalls")
    const stalls = stalledIn(steps)
    const seen: Array<string> = []
    let refusal: "rights" | "standing" | null = null
    let isLacking = false
    let clock = 0
    context.setDefaultTimeout(15_000)
    await recordTransitions(context, (name) => {
      seen.push(name)
      took(name)
    })
    await context.clock.install()
    await context.route("**/api/User/login", (route) => logins.add(route))
    await context.route("**/api/Report/**", async (route) => {
      if (refusal === null) return route.fallback()
      const isRefused = refusal === "standing"
      refusal = null
      if (isRefused) return route.fulfill({ status: 403, headers: { "rights-changed": "1" }, json: refusedCall })
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), "rights-changed": "1" } })
    })
    await keepProviderSession(context, origin)
    if (stalls === "starting") await context.route(waitsFor[stalls], (route) => stalled.add(route))
    // A page that leaves for what has no content stays.
    else if (stalls !== undefined) await context.route(waitsFor[stalls], (route) => route.fulfill({ status: 204 }))
    if (stalls !== "redirecting") await context.route("**/idp/auth?**", askWhoLeaves)
    if (situation === "withoutLibrary") await context.route("**/assets/msal-*.js", (route) => route.abort())
    const first = steps[0]?.event
    const pressesEarly = first?.type === "signIn.pressed"
    if (pressesEarly) await context.route("**/assets/inside-*.js", (route) => services.add(route))
    const isFollowing = steps.some(({ event }) => isIdle(event, "following"))
    const leader = isFollowing ? await openLeader(context, logins) : null
    const isLeft = steps.some(({ event }) => event.type.endsWith("actor.follow") && event["output"]?.isAlone === true)
    const page = await context.newPage()
    // The leader leads by then, and is never asked to follow.
    const beforePage = seen.length
    if (leader !== null) await nameTab(page, "0")
    if (first !== undefined && "error" in first) {
      await page.addInitScript(() => sessionStorage.setItem("signInPending", "true"))
    } else if (situation === "returning" && !isKept(steps)) {
      // Someone who left for the provider and came back without its answer.
      await page.addInitScript(() => {
        if (sessionStorage.getItem("visited") === null) {
          localStorage.setItem("token", "left over")
          sessionStorage.setItem("signInPending", "true")
        }
        sessionStorage.setItem("visited", "yes")
      })
    }
    const left: Array<string> = []
    page.on("request", (request) => {
      const isLeaving = request.isNavigationRequest() && request.frame() === page.mainFrame()
      if (isLeaving && request.url().includes("/idp/auth?")) left.push(request.url())
    })
    await page.goto(`${origin}${situation === "newcomer" ? "/" : "/dashboard"}`)

    const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
    /** As another tab does it that lost its token, or that read of a lock. */
    const loseToken = async (why: "token.lost" | "account.locked") => {
      const other = await context.newPage()
      await other.goto(`${origin}/auth-config.json`)
      await other.evaluate((isLocked) => {
        if (isLocked) localStorage.setItem("accountLocked", "true")
        localStorage.removeItem("token")
        localStorage.removeItem("accountLocked")
      }, why === "account.locked")
      await other.close()
    }
    const perform = async (step: Step): Promise<void> => {
      const { event, isTimer, at } = step
      if (isTimer) {
        if (event.type.includes(".starting.")) await stalled.arrived()
        await context.clock.fastForward(at - clock)
        clock = at
        return
      }
      if (event.type.endsWith("actor.restore")) return stalled.release()
      if (event.type.endsWith("actor.login") || event.type.endsWith("actor.readRights")) {
        const route = await logins.next()
        const isLetIn = "output" in event && (event["output"] as LoginOutcome).outcome === "signedIn"
        if (!isLetIn || !isLacking) return answer(route, step)
        // The token lacks a right: another one is fetched, and the call is made once more with it.
        isLacking = false
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), "rights-changed": "1" } })
        return answer(await logins.next(), step)
      }
      switch (event.type) {
        case "signIn.pressed":
          await page.locator("main .sheet-button").click()
          if (pressesEarly && event === first) await (await services.next()).continue()
          return
        case "signOut.pressed":
          return press("Logout")
        case "retry.pressed":
          return press("Try again")
        case "cancel.pressed":
          await press("Cancel")
          return stalled.release()
        case "leave.pressed":
          return page.getByRole("button", { name: /^(Sign in as someone else|Back to sign-in)$/ }).click()
        case "token.lost":
        case "account.locked":
          return loseToken(event.type)
        case "way.opened":
          return void (await page.evaluate(() => dispatchEvent(new Event("online"))))
        case "rights.changed":
        case "account.changed":
          refusal = event.type === "rights.changed" ? "rights" : "standing"
          isLacking ||= event.type === "rights.changed" && !logins.isWaiting()
          // Whichever of two pages is not shown: it asks the server for something.
          const asks = () =>
            page.locator('.nav-bar a[href="/report"], .nav-bar a[href="/dashboard"]').and(notShown(page)).click()
          if (step.snapshot.matches({ person: { signedIn: "rereading" } }) && !logins.isWaiting()) {
            await asks()
            return logins.arrived()
          }
          // What is known or asked for already is not asked for: the answer that says it is all there is to wait for.
          await Promise.all([page.waitForResponse((answer) => "rights-changed" in answer.headers()), asks()])
          return
        case "xstate.snapshot.idle":
          if (!isIdle(event)) return
          // Long enough to count the opening as activity; then time goes by so slowly that the tabs' choice lasts.
          await context.clock.runFor(3_000)
          await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
          const chosen = async () => {
            await context.clock.runFor(10)
            return leadershipOf(seen.slice(beforePage))
          }
          await expect.poll(chosen, { timeout: 15_000 }).toBe(idleValue(event)?.leadership)
          if (isLeft) await leader?.close()
          await context.clock.fastForward(61 * 60_000)
          return context.clock.resume()
        default:
      }
    }

    /** A timer runs once its state is entered, so the page must have come as far as the path. */
    const cameTo = async ({ taken }: Step, since: number): Promise<void> => {
      const missing = () => taken.map(withoutGuard).filter((name) => !seen.slice(since).includes(name))
      await expect.poll(missing, { timeout: 15_000, message: "transitions of the page" }).toEqual([])
    }
    for (const [index, step] of steps.entries()) {
      const since = index === 0 ? 0 : seen.length
      await perform(step)
      const isLast = index === steps.length - 1
      // Nothing on the page says that rights are being read once more.
      const isUnseen = isLast && step.snapshot.matches({ person: { signedIn: "rereading" } })
      if (steps[index + 1]?.isTimer === true || isUnseen) await cameTo(step, since)
      if (!step.snapshot.matches({ person: { redirecting: "waiting" } })) await isShown(page, step.snapshot, isLast)
    }
    if (end.matches({ person: { redirecting: "waiting" } }) && situation !== "withoutLibrary") {
      // A browser that is closed between two pages does not always end.
      await page.getByLabel("E-mail address").waitFor()
      expect(left).toHaveLength(1)
    }
    if (!isLeft) await leader?.close()
  }

  const openLeader = async (context: BrowserContext, logins: ReturnType<typeof held>): Promise<Page> => {
    const page = await context.newPage()
    await nameTab(page, "f")
    await page.goto(`${origin}/dashboard`)
    await (await logins.next()).continue()
    await page.getByRole("button", { name: "Logout" }).waitFor()
    await context.clock.runFor(3_000)
    return page
  }

  /** Waits until the page shows what the state promises; a busy state is only looked at where nothing follows. */
  const isShown = async (page: Page, snapshot: AnyMachineSnapshot, isLast: boolean): Promise<void> => {
    const state = personState(snapshot)
    const led = leadsTo[state]
    if (led !== undefined && !isLast) return
    const { heading, actions, path } = led ?? promised(snapshot)
    if (snapshot.matches({ person: { starting: "waiting" } })) return
    if (state === "signedIn") {
      await page.getByRole("banner").getByRole("button", { name: "Logout" }).waitFor()
      await page.locator("main h1").first().waitFor()
      return
    }
    await page.locator("main h1").getByText(heading, { exact: true }).waitFor()
    await page.waitForFunction(
      (names) =>
        JSON.stringify(
          [...document.querySelectorAll("main button:not(.demo-account)")].map((button) => button.textContent),
        ) === JSON.stringify(names),
      actions,
    )
    if (path !== undefined) await page.waitForURL(origin + path)
    const alert = led === undefined ? alertOf(snapshot) : undefined
    if (alert !== undefined) expect(await page.getByRole("alert").innerText()).toBe(alert)
    if (led !== undefined || empty.includes(state))
      await expect.poll(() => page.evaluate(() => Object.keys(localStorage)), { timeout: 10_000 }).toEqual([])
  }

  return { play }
}

const isKept = (steps: Path["steps"]): boolean =>
  steps.some(({ event }) => event.type.endsWith("actor.restore") && event["output"]?.token === "kept")

/** Of two tabs that want to lead the one with the later name does. */
const nameTab = (page: Page, digit: string): Promise<unknown> =>
  page.addInitScript(
    (name) => {
      crypto.randomUUID = () => name
    },
    `${digit.repeat(8)}-0000-4000-8000-000000000000` as const,
  )

type IdleValue = { readonly presence: string; readonly leadership: string }
const idleValue = (event: Step["event"]): IdleValue | undefined =>
  event.type === "xstate.snapshot.idle" ? (event["snapshot"] as { readonly value: IdleValue }).value : undefined

/** Where a tab stands among the tabs, by the transitions it reported. */
const leadershipOf = (refusal: ReadonlyArray<string>): string | undefined => {
  const ways = {
    following: /^idle\.leadership\.(applying leader\.\w+|leading leader\.announced) #0/,
    leading: /^idle\.leadership\.applying xstate\.after\.responseWait/,
    applying: /^idle\.leadership\.following /,
  }
  const wayOf = (name: string) => Object.entries(ways).find(([, way]) => way.test(name))?.[0]
  return refusal.map(wayOf).findLast((way) => way !== undefined)
}

const isIdle = (event: Step["event"], leadership?: string): boolean => {
  const value = idleValue(event)
  return value?.presence === "idle" && (leadership === undefined || value.leadership === leadership)
}
