import type { Drawn } from "../../../src/wiring/gallery/frameMessage.ts"
import { words } from "#schemas/words.ts"
import { heardToasts, timeTravelWalk } from "#tests/machines/administration/timeTravel.walk.ts"
import type { ChartWalk, Step } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Handler, Driver, Stage } from "./driver.ts"

const here = { view: "travel", chart: "session" }
const elsewhere = { view: "travel", chart: "toasts" }
const heard = [heardToasts, { ...heardToasts, chart: "session" }]
type Read = { readonly output: { readonly journal?: { readonly charts: ReadonlyArray<object> } } }

const walk: ChartWalk = {
  ...timeTravelWalk,
  input: { search: here },
  events: [
    ...(timeTravelWalk.events ?? []).filter(({ type }) => type !== "journals.heard" && type !== "url.changed"),
    { type: "journals.heard", journals: heard },
    { type: "url.changed", search: here },
    { type: "url.changed", search: elsewhere },
  ],
  allows: (snapshot, { type }) => {
    // The browser hands a file over at once.
    if (snapshot.matches({ saving: "saving" })) return type.endsWith(".actor.save")
    // The session's run in this tab has something to travel through, and a view.
    const { search, heard: known } = snapshot.context
    const isSession = snapshot.matches({ journal: "ofTab" }) && known.length > 0 && search.chart === here.chart
    return isSession || !type.startsWith("moment.")
  },
}

/** What comes of something later on the path, which the browser has to know when it begins. */
const laterOf = ({ path }: Pick<Stage, "path">, step: Step, actor: string): Step["event"] | undefined =>
  path.steps.slice(path.steps.indexOf(step) + 1).find(({ event }) => event.type.endsWith(`.actor.${actor}`))?.event

/** The frame says what it drew, as it does by itself after each event of the run. */
const says =
  (messageOf: (step: Step) => Drawn): Handler =>
  async ({ page }, step) => {
    const frame = await (await page.locator(".view-frame iframe").elementHandle())?.contentFrame()
    await frame?.evaluate((message) => parent.postMessage(message, location.origin), messageOf(step))
  }

const slider = ({ page }: Pick<Stage, "page">) => page.getByRole("slider")

/** Time travel through what the charts of this tab heard, and through journal files. */
export const timeTravelDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  open: async (stage) => {
    await reopen(stage, "/dev/flows?view=travel&chart=session")
    // A chosen file is read when the path says so; other pages' paths follow in the same window, with files of their own.
    await stage.page.evaluate(() => {
      Blob.prototype.text = async function text(this: Blob) {
        if (location.pathname === "/dev/flows")
          await new Promise((resolve) => addEventListener("path.read", resolve, { once: true }))
        return new Response(this).text()
      }
    })
  },
  handlers: {
    "journals.heard": (stage) => announceChange(stage, { thing: "clock", id: "1" }),
    // The same chart stays chosen when the address changes otherwise.
    "url.changed": ({ page }, { event }) =>
      page.evaluate(
        (search) => history.pushState(null, "", location.search === `?${search}` ? `?${search}&tab=` : `?${search}`),
        String(new URLSearchParams(event["search"] as typeof here)),
      ),
    "moment.chosen": async (stage) => {
      const isFirst = (await slider(stage).inputValue()) === "0"
      await slider(stage).press(isFirst ? "ArrowRight" : "Home")
    },
    "now.pressed": ({ press }) => press(words["travel.now"]),
    "moment.drawn": says(() => ({ type: "frame.drawn", states: [], height: 600, stood: null })),
    "moment.broken": says(({ event }) => ({ type: "frame.broken", reason: String(event["reason"]), stood: null })),
    "file.chosen": async (stage, step) => {
      const { journal } = (laterOf(stage, step, "read") as Read | undefined)?.output ?? {}
      await stage.page.getByLabel(words["travel.open"]).setInputFiles({
        name: "monday.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(journal ?? {})),
      })
    },
    "xstate.done.actor.read": ({ page }) => page.evaluate(() => void dispatchEvent(new Event("path.read"))),
    "tab.pressed": ({ press }) => press(words["travel.backToTab"]),
    "save.pressed": async (stage, step) => {
      if (laterOf(stage, step, "save")?.type.startsWith("xstate.error.") === true) {
        stage.spoil()
        await stage.page.evaluate(() => Object.defineProperty(URL, "createObjectURL", { value: undefined }))
      }
      await stage.press(words["travel.save"])
    },
    "xstate.done.actor.save": () => Promise.resolve(),
    "xstate.error.actor.save": () => Promise.resolve(),
  },
}
