import { words } from "#schemas/words.ts"
import { toastsWalk } from "#tests/machines/session/toasts.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { signOutElsewhere } from "./actions.ts"
import { demoChip } from "./demoClock.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { changeCampaign, moveIntoNight, newCampaign } from "./things.ts"

const walk: ChartWalk = {
  ...toastsWalk,
  maxTimers: 1,
  // Past notifications come back when a page loads, which is before the path begins.
  events: (toastsWalk.events ?? []).filter(({ type }) => type !== "past.restored"),
  allows: (snapshot, { type }) => {
    const { shown, past } = snapshot.context as { readonly shown: ReadonlyArray<object>; past: ReadonlyArray<object> }
    const isHeld = snapshot.matches({ stack: "held" })
    if (snapshot.matches({ list: "open" }))
      return type === "list.closed" || type === "session.ended" || (type === "list.cleared" && past.length > 0)
    if (type === "list.opened") return !isHeld
    if (type === "toast.closed") return shown.length === 1
    if (type === "toast.shown") return shown.length === 0 || (isHeld && shown.length === 1)
    if (type === "stack.held") return shown.length > 0 && !isHeld
    if (type === "stack.released") return isHeld
    return type === "session.ended"
  },
}

/** A campaign was paused, and its toast takes that back. */
const undo: ChartWalk = {
  ...walk,
  events: (toastsWalk.events ?? []).filter(({ type }) => ["toast.shown", "toast.undone", "stack.held"].includes(type)),
  allows: (snapshot, { type }) => {
    const { shown, past } = snapshot.context as { readonly shown: ReadonlyArray<object>; past: ReadonlyArray<object> }
    if (type === "toast.shown") return past.length === 0
    return shown.length > 0 && (type === "toast.undone" || snapshot.matches({ stack: "running" }))
  },
}

const stack = ({ page }: Pick<Stage, "page">) => page.locator("section.toasts")

let isNight = false

/** A campaign that runs; that it goes on again is never answered, so no further toast comes. */
const openRunning = async (stage: Stage): Promise<void> => {
  const { page } = stage
  stage.prepare()
  // Nothing is sent in the night, so a campaign that runs does not end.
  if (!isNight) await moveIntoNight(stage)
  isNight = true
  const id = await newCampaign(stage)
  await changeCampaign(stage, id, "launch")
  await page.route("**/api/Campaign/ChangeState", (route) =>
    route.request().postData()?.includes("resume") === true ? undefined : route.continue(),
  )
  stage.begin()
  await page.goto(`${stage.origin}/campaign?id=${id}`)
  await page.getByRole("button", { name: words["campaign.pause"] }).waitFor()
  await page.mouse.move(0, 0)
}

/** The toasts: each says that the demo clock could not be moved. */
export const toastsDriver: Driver = {
  reach: 0,
  walks: { open: walk, undo },
  open: async (stage) => {
    const { page, origin, context } = stage
    if (stage.situation === "undo") return openRunning(stage)
    await context.route("**/api/Demo/MoveClock", (route) => route.abort())
    await page.goto(`${origin}/accessDenied`)
    await demoChip(page).waitFor()
    await page.mouse.move(0, 0)
  },
  handlers: {
    // Pressed by a voice, so that neither the pointer nor the focus leaves the toasts.
    "toast.undone": (stage) =>
      stack(stage)
        .getByRole("button", { name: "Undo: Campaign paused" })
        .evaluate((button) => (button as HTMLElement).click()),
    "toast.shown": ({ page, situation, press }) =>
      situation === "undo"
        ? press(words["campaign.pause"])
        : page
            .getByRole("button", { name: words["demoClock.hourLater"], includeHidden: true })
            .and(page.locator(":enabled"))
            .evaluate((button) => (button as HTMLElement).click()),
    "toast.closed": (stage) =>
      stack(stage)
        .getByRole("button", { name: words["part.close"] })
        .first()
        .evaluate((button) => (button as HTMLElement).click()),
    "stack.held": (stage) => stack(stage).hover(),
    "stack.released": ({ page }) => page.mouse.move(0, 0),
    "list.opened": ({ page }) =>
      page
        .getByRole("banner")
        .getByRole("button", { name: /notification/i })
        .click(),
    "list.closed": (stage) => inDialog(stage, words["part.close"]),
    "list.cleared": (stage) => inDialog(stage, words["shell.notifications.clear"]),
    "session.ended": async (stage) => {
      stage.spoil()
      await signOutElsewhere(stage)
    },
  },
  shows: async (stage, { snapshot }) => {
    const { shown } = snapshot.context as { readonly shown: ReadonlyArray<object> }
    await stack(stage).waitFor({ state: shown.length > 0 ? "visible" : "detached" })
    const list = stage.page.getByRole("dialog", { name: words["shell.notifications"] })
    await list.waitFor({ state: snapshot.matches({ list: "open" }) ? "visible" : "detached" })
  },
}
