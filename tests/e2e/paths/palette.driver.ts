import { words } from "#schemas/words.ts"
import { paletteWalk } from "#tests/machines/session/palette.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import type { Driver, Stage } from "./driver.ts"

const walk: ChartWalk = {
  ...paletteWalk,
  allows: (snapshot, { type }) => {
    const { typed } = snapshot.context as { readonly typed: string }
    // A pause in typing that is waited for may end at any moment.
    if (JSON.stringify(snapshot.value).includes("typing"))
      return type === "text.changed" || type.startsWith("xstate.after.")
    if (snapshot.matches("closed")) return type === "palette.opened"
    if (type === "address.chosen") return snapshot.matches({ open: "things" }) && typed === ""
    if (type === "thing.chosen") return snapshot.matches({ open: "things" }) && typed !== ""
    if (type === "option.pointed") return snapshot.matches({ open: "things" })
    return type !== "palette.opened"
  },
}

const dialog = ({ page }: Pick<Stage, "page">) => page.locator("[role=dialog].palette")
const field = (stage: Pick<Stage, "page">) => dialog(stage).getByRole("combobox")

/** The palette, over a page that shows nothing of its own. */
export const paletteDriver: Driver = {
  walks: { open: walk },
  open: async (stage) => {
    await stage.page.goto(`${stage.origin}/accessDenied`)
    await stage.page.getByRole("button", { name: words["palette.open"] }).click()
    await field(stage).press("Escape")
    await dialog(stage).waitFor({ state: "detached" })
  },
  handlers: {
    "palette.opened": ({ page }) => page.keyboard.press("Control+k"),
    "palette.closed": (stage) => dialog(stage).getByRole("button", { name: words["part.close"] }).click(),
    // One letter that names of campaigns have, with and without a space after it.
    "text.changed": async (stage) => field(stage).fill((await field(stage).inputValue()) === "a" ? "a " : "a"),
    "option.pointed": (stage) => field(stage).press("ArrowDown"),
    "thing.chosen": (stage) => dialog(stage).locator("[id^=campaign-]").first().click(),
    "address.chosen": (stage) => dialog(stage).locator("#place-h").click(),
    "patients.pressed": (stage) => dialog(stage).locator("#find-patient").click(),
    "back.pressed": (stage) => field(stage).press("Escape"),
  },
  shows: async (stage, { snapshot }) => {
    await dialog(stage).waitFor({ state: snapshot.matches("closed") ? "detached" : "visible" })
  },
}
