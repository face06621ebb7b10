import type { AnyMachineSnapshot } from "xstate"
import type { Route } from "playwright"
import { screens } from "#schemas/session/words.ts"
import { words } from "#schemas/words.ts"
import { firstChunkWalk, secondChunkWalk } from "#tests/machines/session/chunk.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { arrived } from "./actions.ts"
import type { Handler, Driver } from "./driver.ts"
import { promisedBy } from "./promises.ts"

const code = "**/assets/ReportPage-*.js"
const page = "/report"
const isWanted = ({ context }: AnyMachineSnapshot): boolean => context.wanted === true
/** A page wants its code once it comes and until it goes. */
const allows: ChartWalk["allows"] = (snapshot, { type }) =>
  type === "chunk.requested"
    ? !isWanted(snapshot)
    : !["chunk.released", "retry.pressed"].includes(type) || isWanted(snapshot)
const goTo =
  (path: string): Handler =>
  (stage) =>
    stage.page.evaluate((to) => history.pushState(null, "", to), path)

/** The code of the report page, which is asked for when the page is first shown, and on the way until the path says what comes of it. */
export const chunkDriver = (): Driver => {
  let comes: boolean | null = null
  let waiting: Array<Route> = []
  const settle = (route: Route): Promise<void> => (comes === true ? route.continue() : route.abort())
  const come =
    (does: boolean): Handler =>
    async () => {
      comes = does
      for (const route of waiting.splice(0)) await settle(route)
    }
  const ask =
    (handler: Handler): Handler =>
    (stage, step) => {
      if (step.snapshot.matches("loading") || step.snapshot.matches("retrying")) comes = null
      return handler(stage, step)
    }
  return {
    walks: {
      first: { ...firstChunkWalk, allows },
      // Of a release that reloaded the page before only the code that does not come is recognized.
      second: {
        ...secondChunkWalk,
        events: [{ type: "chunk.requested" }],
        outcomes: { load: [{ error: "no code" }] },
        allows,
      },
    },
    holds: { reach: /^https?:\/\/[^/]+\/$/, reload: /\/report$/ },
    open: async (stage) => {
      const { context, path, situation } = stage
      stage.prepare()
      comes = null
      waiting = []
      await stage.page.goto(`${stage.origin}/dashboard`)
      await arrived(stage, words["dashboard.title"])
      await stage.page.evaluate((isSecond) => {
        const release = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ""
        sessionStorage.setItem("reloadedReleases", isSecond ? release : "")
      }, situation === "second")
      await context.route(code, async (route) => {
        if (comes === null) waiting.push(route)
        else await settle(route)
      })
      stage.begin()
      const asked = stage.page.waitForRequest(code)
      await goTo(page)(stage, path.steps[0]!)
      await asked
      // Where nothing wants the code at first, the person went on meanwhile.
      if (path.steps[0]?.event.type !== "chunk.requested") await goTo("/dashboard")(stage, path.steps[0]!)
    },
    handlers: {
      "chunk.requested": ask((stage, step) =>
        step === stage.path.steps[0] ? Promise.resolve() : goTo(page)(stage, step),
      ),
      "chunk.released": goTo("/dashboard"),
      "retry.pressed": ask(({ press }) => press(screens.chunk.retry)),
      "xstate.done.actor.load": come(true),
      "xstate.error.actor.load": come(false),
      "xstate.done.actor.retry": come(true),
      "xstate.error.actor.retry": come(false),
      // The person stops the reload, so that the page is there to see.
      "xstate.done.actor.reach": async ({ held }, { snapshot }) => {
        await (await held("reach")).continue()
        if (snapshot.matches("reloading")) await (await held("reload")).abort("aborted")
      },
      "xstate.error.actor.reach": async ({ held }) => (await held("reach")).abort(),
    },
    within: "main",
    // A spinner has no heading, and what no one wants shows nothing.
    promised: (snapshot) =>
      isWanted(snapshot) && snapshot.matches("failed") ? promisedBy(snapshot) : { headings: [], actions: [] },
    shows: async (stage, { snapshot }, isLast) => {
      // Once nothing is held any more such a page reloads, into whatever comes next.
      if (isLast && (snapshot.matches("asking") || snapshot.matches("reloading"))) stage.spoil()
      if (!isWanted(snapshot)) return arrived(stage, words["dashboard.title"])
      if (snapshot.matches("loaded")) return arrived(stage, words["report.title"])
      const isWaiting = !snapshot.matches("failed")
      return stage.page.locator("main .spinner").waitFor({ state: isWaiting ? "visible" : "detached" })
    },
  }
}
