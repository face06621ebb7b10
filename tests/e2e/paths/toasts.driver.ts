import { words } from "#schemas/words.ts"
import { toastsWalk } from "#tests/machines/session/toasts.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { signOutElsewhere } from "./actions.ts"
import { demoChip } from "./demoClock.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"

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

const stack = ({ page }: Pick<Stage, "page">) => page.locator("section.toasts")

/** The toasts: each says that the demo clock could not be moved. */
export const toastsDriver: Driver = {
  walks: { open: walk },
  open: async ({ page, origin, context }) => {
    await context.route("**/api/Demo/MoveClock", (route) => route.abort())
    await page.goto(`${origin}/accessDenied`)
    await demoChip(page).waitFor()
    await page.mouse.move(0, 0)
  },
  handlers: {
    // Pressed by a voice, so that neither the pointer nor the focus leaves the toasts.
    "toast.shown": ({ page }) =>
      page
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
