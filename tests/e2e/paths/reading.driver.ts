import type { ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { words } from "#schemas/words.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { detailWalk, listWalk } from "#tests/machines/session/reading.walk.ts"
import type { ChartWalk, Step } from "#tests/paths/walk.ts"
import { answerWith } from "./calls.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Handler, Driver, Stage } from "./driver.ts"
import { heardOf, newImport } from "./things.ts"

const failing = { error: unreachable() }
const retry: Handler = ({ press }) => press(words["part.tryNow"])
const networkBack: Handler = ({ page }) => page.evaluate(() => dispatchEvent(new Event("online")))
/** Why the last try failed stands there until one succeeds; with the seconds only while none is under way. */
const showsTrouble: Driver["shows"] = async ({ page }, { snapshot }) => {
  const { data, problem: failure } = snapshot.context as ReadingSnapshot<unknown>["context"]
  const visible = (isThere: boolean) => ({ state: isThere ? "visible" : "detached" }) as const
  await page
    .getByRole("alert")
    .getByText(words["part.couldNotLoad"])
    .waitFor(visible(failure !== null && data === null))
  await page.locator(".stale-notice").waitFor(visible(failure !== null && data !== null))
  const isWaiting = snapshot.matches("failed") || snapshot.matches({ ready: "stale" })
  await page.getByText(/^Trying again in \d+\s?s$/).waitFor(visible(isWaiting))
}

/** How long a pause in typing is, in milliseconds. */
const typingPause = 300
const searched = ({ event }: Step): string => (event["params"] as { readonly search: string }).search
const firstPage = { output: { data: ["a"], next: "after-a" } }
const list: ChartWalk = {
  ...listWalk,
  input: { params: { search: "" } },
  events: [
    { type: "params.changed", params: { search: "" } },
    { type: "params.changed", params: { search: "an" } },
    { type: "feed.changed" },
    { type: "retry.pressed" },
    { type: "more.pressed" },
    { type: "way.opened" },
  ],
  outcomes: {
    read: [firstPage, failing],
    refresh: [firstPage, failing],
    extend: [{ output: { data: ["b"], next: null } }, failing],
  },
  allows: (snapshot, { type }) => {
    // While changes are gathered a pause in typing is none.
    if (type === "params.changed") return !snapshot.matches({ ready: "waiting" })
    return type !== "more.pressed" || snapshot.context.next !== null
  },
}

/** A list that is read page by page: the patients. */
export const listReadingDriver: Driver = {
  walks: { list },
  id: "patients",
  holds: Object.fromEntries(
    ["read", "refresh", "extend"].map((actor) => [actor, /\/api\/Database\/(GetCustomerPatientList|SearchPatients)/]),
  ),
  open: (stage) => reopen(stage, "/database"),
  handlers: {
    // What is looked for stays the same when only a space is added.
    "params.changed": async ({ page, pass }, step) => {
      const box = page.getByRole("searchbox")
      const text = await box.inputValue()
      await box.fill(text === searched(step) ? `${text} ` : searched(step))
      await pass(typingPause)
    },
    "feed.changed": async (stage, step) => {
      await announceChange(stage, { thing: "import", id: "1" })
      await moreAtOnce(stage, step)
    },
    "xstate.done.actor.read": async (stage, step) => {
      await answerWith(await stage.held("read"), step)
      await moreAtOnce(stage, step)
    },
    "more.pressed": async (stage, step) => {
      const before = stage.path.steps[stage.path.steps.indexOf(step) - 1]
      if (before === undefined || !isWaiting(before)) await more(stage)
    },
    "retry.pressed": retry,
    "way.opened": networkBack,
  },
  shows: showsTrouble,
}
const more = ({ press }: Pick<Stage, "press">): Promise<void> => press(words["part.showMore"])
const isWaiting = ({ snapshot }: Step): boolean => snapshot.matches({ ready: "waiting" })
/** A person who asks for more before a change is read must be quick: they ask already in the step before. */
const moreAtOnce = async (stage: Stage, step: Step): Promise<void> => {
  const next = stage.path.steps[stage.path.steps.indexOf(step) + 1]
  if (next?.event.type === "more.pressed" && isWaiting(step)) await more(stage)
}

const [none, one, other] = [null, { id: "one" }, { id: "other" }]
const read = { output: { data: {}, next: null } }
const isOther = (params: unknown): boolean => JSON.stringify(params) === JSON.stringify(other)
const detail: ChartWalk = {
  ...detailWalk,
  input: { params: one, keepPreviousData: false },
  events: [
    ...[none, one, other].map((params) => ({ type: "params.changed", params })),
    { type: "feed.changed" },
    { type: "refresh.pressed" },
    { type: "retry.pressed" },
    { type: "way.opened" },
  ],
  outcomes: { read: [read, failing], refresh: [read, failing] },
  // A step of the import, which is read again after it, needs the import before the person.
  // Changes are gathered for less than a person needs to choose another one.
  allows: (snapshot, { type }) => {
    const isWaiting = snapshot.matches({ ready: "waiting" })
    return type === "refresh.pressed"
      ? snapshot.matches("ready") && !isWaiting
      : !isWaiting || type !== "params.changed"
  },
  key: ({ context }) => [context.params, context.data !== null, context.problem !== null, context.changedMeanwhile],
}
/** A step that was begun on an import ends when another one could not be read. */
const stepBehind: ChartWalk = {
  ...detail,
  events: [{ type: "params.changed", params: other }, { type: "refresh.pressed" }],
  allows: (snapshot, { type }) => {
    const { params } = snapshot.context as { readonly params: unknown }
    if (type === "params.changed") return snapshot.matches({ ready: "settled" }) && !isOther(params)
    if (type === "refresh.pressed") return snapshot.matches("failed")
    return type === (isOther(params) ? "xstate.error.actor.read" : "xstate.done.actor.read")
  },
}

/** A step that was begun on an import ends while another one is read for the first time. */
const stepMeanwhile: ChartWalk = {
  ...detail,
  events: [{ type: "params.changed", params: other }, { type: "refresh.pressed" }],
  outcomes: { read: [read], refresh: [read] },
  allows: (snapshot, { type }) => {
    const { params, changedMeanwhile } = snapshot.context as {
      readonly params: unknown
      readonly changedMeanwhile: boolean
    }
    if (type === "params.changed") return snapshot.matches({ ready: "settled" }) && !isOther(params)
    if (type === "refresh.pressed") return snapshot.matches("loading") && isOther(params) && !changedMeanwhile
    return type !== "xstate.done.actor.read" || !isOther(params) || changedMeanwhile
  },
}

/** A thing that is read alone: the import next to the patients. */
export const detailReadingDriver = (): Driver => {
  let ids: Readonly<Record<string, number>> = {}
  const addressOf = (params: unknown): string =>
    params === null ? "/database" : `/database?import=${ids[(params as { readonly id: string }).id]}`
  const run: Handler = ({ press }) => press("Import 2 people")
  return {
    walks: { detail, stepBehind, stepMeanwhile },
    id: "import",
    holds: {
      read: "**/api/Database/GetImport?*",
      refresh: "**/api/Database/GetImport?*",
      run: "**/api/Database/RunImport",
    },
    open: async (stage) => {
      stage.prepare()
      if (ids["one"] === undefined) {
        await reopen(stage, "/database")
        ids = await heardOf(stage, async () => ({ one: await newImport(stage), other: await newImport(stage) }))
      }
      stage.begin()
      await reopen(stage, addressOf(one))
    },
    handlers: {
      "params.changed": async (stage, step) => {
        if (stage.situation !== "detail") await run(stage, step)
        const to = addressOf(step.event["params"])
        // The same import stays chosen when the address changes otherwise.
        await stage.page.evaluate((path) => {
          const same = location.pathname + location.search === path
          history.pushState(null, "", same ? `${path}${path.includes("?") ? "&" : "?"}tab=` : path)
        }, to)
      },
      "feed.changed": (stage) => announceChange(stage, { thing: "import", id: "1" }),
      "refresh.pressed": async (stage, step) => {
        if (stage.situation === "detail") await run(stage, step)
        const refused = problem("NotAllowedNow", "It runs already.")
        await (await stage.held("run")).fulfill({ status: Number(refused.statusCode), json: refused })
      },
      "retry.pressed": retry,
      "way.opened": networkBack,
    },
    shows: showsTrouble,
  }
}
