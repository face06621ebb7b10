import type { Page } from "playwright"
import { expect } from "vitest"
import type { Problem } from "#schemas/problem.ts"
import { signInAgain } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { askingRenewalWalk, silentRenewalWalk } from "#tests/machines/session/renewal.walk.ts"
import type { Path } from "#tests/paths/walk.ts"
import { fillSignIn } from "#tests/support/chromium.ts"
import { arrived, askForPerson, reopen, reachNoProvider, signOutElsewhere, tokenAddress } from "./actions.ts"
import type { Driver } from "./driver.ts"

const email = "admin@northwind.test"
const reportCall = /\/api\/Report\/GetReport(\?|$)/
const loginCall = "**/api/User/login"
/** The provider's window that was opened last on a path. */
const windows = new WeakMap<Path, Page>()
/** A token that the browser does not know of, as another tab would bring it. */
const tokens = new WeakMap<Path, string>()

/** A renewal of the token, for the report that was refused with it, or for the login call of a page that is just opening. */
export const renewalDriver: Driver = {
  walks: {
    working: askingRenewalWalk,
    // Where no one is there to be asked the same refusals are not worth a dialog.
    opening: {
      ...silentRenewalWalk,
      events: [],
      outcomes: { silently: silentRenewalWalk.outcomes?.["silently"]?.slice(0, 2) ?? [] },
    },
  },
  holds: { silently: tokenAddress, inWindow: tokenAddress },
  within: "[role=dialog]",
  open: async (stage) => {
    const { context, page, origin, prepare, begin, situation } = stage
    prepare()
    const refused = { status: 401, json: signInAgain() }
    await reopen(stage, "/dashboard")
    await arrived(stage, words["dashboard.title"])
    await context.route(situation === "opening" ? loginCall : reportCall, (route) => route.fulfill(refused), {
      times: 1,
    })
    begin()
    if (situation === "opening") await page.goto(`${origin}/report`)
    else await page.evaluate(() => history.pushState(null, "", "/report"))
  },
  handlers: {
    "xstate.error.actor.silently": async (stage, step) => {
      const route = await stage.held("silently")
      if ((step.event["error"] as Problem).problem === "Unreachable") return reachNoProvider(stage, route)
      const brought = (await (await route.fetch()).json()) as { readonly access_token: string }
      tokens.set(stage.path, brought.access_token)
      return askForPerson(stage, route)
    },
    "xstate.done.actor.elsewhere": async ({ context, origin, path }) => {
      const other = await context.newPage()
      await other.goto(`${origin}/auth-config.json`)
      await other.evaluate((token) => localStorage.setItem("token", token), tokens.get(path) ?? "")
      await other.close()
    },
    "signIn.pressed": async ({ page, path }) => {
      const button = page.getByRole("dialog").getByRole("button", { name: words["renewal.signIn"], exact: true })
      const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()])
      await popup.waitForURL("**/idp/interaction/*")
      windows.set(path, popup)
    },
    "xstate.done.actor.inWindow": async ({ origin, held, path }) => {
      const popup = windows.get(path)
      if (popup !== undefined) await fillSignIn(popup, origin, email)
      await (await held("inWindow")).continue()
    },
    "xstate.error.actor.inWindow": ({ path }) => windows.get(path)?.close() ?? Promise.resolve(),
    "cancel.pressed": ({ page }) =>
      page.getByRole("dialog").getByRole("button", { name: words["renewal.cancel"] }).click(),
    "session.ended": (stage) => signOutElsewhere(stage),
  },
  shows: async (stage, { snapshot }) => {
    const { page } = stage
    if (snapshot.status === "active") return undefined
    await page.getByRole("dialog").waitFor({ state: "detached" })
    if (snapshot.value === "renewed") return page.getByLabel(words["report.from"]).waitFor()
    if (stage.situation === "working" && snapshot.context.problem?.problem === "Unreachable") {
      await page.getByText(words["part.couldNotLoad"]).waitFor()
      return page.getByRole("button", { name: words["part.tryNow"] }).waitFor()
    }
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/login")
  },
}
