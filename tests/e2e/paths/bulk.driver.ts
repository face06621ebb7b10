import type { AnyEventObject } from "xstate"
import { isBulkRunning, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { words } from "#schemas/words.ts"
import { bulkWalk } from "#tests/machines/session/bulk.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { intl } from "../../../src/wiring/intl.ts"
import { addWords } from "../../../src/wiring/pageWords.ts"
import { reopen } from "./actions.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver, Handler, Stage } from "./driver.ts"
import { newDrafts } from "./things.ts"

const hearing = (...types: ReadonlyArray<string>): ReadonlyArray<AnyEventObject> =>
  (bulkWalk.events ?? []).filter(({ type, isChosen }) => types.includes(type) && isChosen !== false)

/** What a page offers of all that the chart would take. */
const offering = (isOffered: (snapshot: BulkSnapshot, type: string) => boolean): ChartWalk["allows"] => {
  const isPossible = bulkWalk.allows ?? (() => true)
  return (snapshot, event) =>
    event.type.startsWith("xstate.") || (isPossible(snapshot, event) && isOffered(snapshot as never, event.type))
}

const hasChosen = ({ context }: BulkSnapshot): boolean => context.isAll || context.chosen.length > 0

/** One of two rows is chosen, so that the bar offers both. */
const choosing: ChartWalk = {
  ...bulkWalk,
  events: [
    { type: "rows.chosen", rows: [{ id: "one", row: {} }], isChosen: true },
    ...hearing("all.pressed", "cleared", "params.changed", "deed.pressed", "cancel.pressed"),
  ],
  allows: offering((snapshot, type) => {
    if (!snapshot.matches("choosing")) return type === "cancel.pressed"
    if (type === "rows.chosen") return !hasChosen(snapshot)
    if (type === "all.pressed") return !snapshot.context.isAll
    return type !== "cleared" || hasChosen(snapshot)
  }),
}

/** Both rows are chosen, and are deleted one after the other. */
const running: ChartWalk = {
  ...bulkWalk,
  events: hearing("rows.chosen", "cleared", "deed.pressed", "confirm.pressed", "cancel.pressed", "stop.pressed"),
  allows: offering((snapshot, type) => {
    const { done, isStopping } = snapshot.context
    // What was deleted cannot be chosen again.
    if (type === "rows.chosen" && done > 0) return false
    if (snapshot.matches("choosing")) return type === (hasChosen(snapshot) ? "deed.pressed" : "rows.chosen")
    return type !== "stop.pressed" || !isStopping
  }),
}

/** The page is left meanwhile. */
const leaving: ChartWalk = {
  ...bulkWalk,
  events: hearing(
    "rows.chosen",
    "deed.pressed",
    "confirm.pressed",
    "leave.asked",
    "leave.confirmed",
    "leave.cancelled",
  ),
  outcomes: { run: (bulkWalk.outcomes?.["run"] ?? []).slice(-1) },
  allows: offering((snapshot, type) => {
    const { leavingTo } = snapshot.context
    if (snapshot.matches("choosing")) return type === (hasChosen(snapshot) ? "deed.pressed" : "rows.chosen")
    // Behind the question nothing else is in reach, and behind the page nothing at all.
    return (
      !snapshot.matches("done") &&
      (type.startsWith("leave.") ? (type === "leave.asked") === (leavingTo === null) : true)
    )
  }),
}

addWords(words)
const say = intl().formatMessage
/** Words with their numbers, as a person reads them. */
const phrase = (id: keyof typeof words, numbers: Readonly<Record<string, number>> = {}): string => say({ id }, numbers)

const bar = ({ page }: Pick<Stage, "page">) => page.getByRole("region", { name: words["part.bulk.label"] })
const inBar = (stage: Pick<Stage, "page">, name: string) =>
  bar(stage).getByRole("button", { name, exact: true }).click()

/** What the bar says of how far it is. */
const said = (snapshot: BulkSnapshot): ReadonlyArray<string> => {
  const { chosen, isAll, done, refused, left, isStopping } = snapshot.context
  if (isBulkRunning(snapshot)) {
    const ended = done + refused.length
    return [
      phrase("part.bulk.progress", { done: ended, total: ended + left.length }),
      phrase(isStopping ? "part.bulk.stopping" : "part.bulk.stop"),
      ...(snapshot.matches("waiting") ? [phrase("part.bulk.waiting")] : []),
    ]
  }
  if (!snapshot.matches("done"))
    return hasChosen(snapshot) ? [phrase("part.bulk.count", { count: isAll ? 2 : chosen.length })] : []
  return [
    phrase("campaigns.bulk.delete.done", { count: done }),
    ...(left.length > 0 ? [phrase("part.bulk.untried", { count: left.length })] : []),
    ...(refused.length > 0 ? [phrase("part.bulk.refused", { count: refused.length })] : []),
  ]
}

const chooseRows: Handler = ({ page, situation }) =>
  (situation === "choosing"
    ? page.locator("tbody").getByRole("checkbox").first()
    : page.getByRole("checkbox", { name: words["part.bulk.selectShown"] })
  ).click()

/** Several rows of a list: two drafts among the campaigns. */
export const bulkDriver = (): Driver => {
  let list = ""
  return {
    keepsTimers: true,
    walks: { choosing, running, leaving },
    id: "bulk",
    // The list itself is read in shorter pages.
    holds: { collect: /\/api\/Campaign\/GetCampaigns\?.*pageSize=200/, run: "**/api/Campaign/DeleteCampaign?*" },
    open: async (stage) => {
      list = `/campaign?search=${await newDrafts(stage)}`
      await reopen(stage, list)
      await stage.page.locator("tbody").getByRole("checkbox").nth(1).waitFor()
    },
    handlers: {
      "rows.chosen": chooseRows,
      "all.pressed": (stage) => inBar(stage, phrase("part.bulk.all", { total: 2 })),
      cleared: (stage) => bar(stage).locator("[data-let-go]").click(),
      "params.changed": async ({ page }, { event }) => {
        const asked = new URLSearchParams(event["params"] as Readonly<Record<string, string>>)
        await page.evaluate(
          ([path, given]) => {
            const to = `${path}&${given}`
            const same = location.pathname + location.search === to
            history.pushState(null, "", same ? `${to}&tab=` : to)
          },
          [list, asked.toString()],
        )
      },
      "deed.pressed": (stage, { snapshot: { context } }) =>
        inBar(stage, phrase("campaigns.bulk.delete", { count: context.isAll ? 0 : context.chosen.length })),
      "confirm.pressed": (stage) => inDialog(stage, phrase("campaigns.bulk.delete", { count: 2 })),
      "cancel.pressed": (stage) => inDialog(stage, words["part.bulk.back"]),
      "stop.pressed": (stage) => inBar(stage, words["part.bulk.stop"]),
      "leave.asked": ({ press }) => press(words["route.dashboard"]),
      "leave.confirmed": (stage) => inDialog(stage, words["part.bulk.leave.go"]),
      "leave.cancelled": (stage) => inDialog(stage, words["leave.stay"]),
    },
    shows: async (stage, { event, snapshot }) => {
      const { page } = stage
      if (event.type === "leave.confirmed") return page.waitForURL("**/dashboard")
      const seen = snapshot as BulkSnapshot
      const texts = said(seen)
      await bar(stage).waitFor({ state: texts.length > 0 ? "visible" : "detached" })
      for (const one of texts) await bar(stage).getByText(one).waitFor()
      const gone = page.getByText(words["part.bulk.gone"])
      await gone.waitFor({ state: seen.context.isCleared ? "visible" : "detached" })
      const asks = seen.matches("counting") || seen.matches("asking") || seen.context.leavingTo !== null
      await page.getByRole("dialog").waitFor({ state: asks ? "visible" : "detached" })
    },
  }
}
