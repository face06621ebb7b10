import { words } from "#schemas/words.ts"
import { pickerWalk } from "#tests/machines/session/picker.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { newCampaign } from "./things.ts"

const hearing = (...types: ReadonlyArray<string>): ChartWalk => ({
  ...pickerWalk,
  events: (pickerWalk.events ?? []).filter(({ type }) => types.includes(type)),
  // What is not open has nothing that could be pointed at.
  allows: (snapshot, { type }) => (snapshot.matches("open") ? type !== "opened" : type !== "closed"),
})

const calendar = ({ page }: Pick<Stage, "page">) => page.locator("#filter-from-calendar")

/** A calendar: the first day of the report. */
export const calendarDriver: Driver = {
  walks: { calendar: hearing("opened", "pointed", "closed") },
  id: "filter-from",
  open: (stage) => reopen(stage, "/report"),
  handlers: {
    opened: ({ page }) => page.locator("[popovertarget=filter-from-calendar]").first().click(),
    pointed: ({ page }) => page.keyboard.press("ArrowLeft"),
    closed: ({ page }) => page.keyboard.press("Escape"),
  },
  shows: async (stage, { snapshot }) => {
    const grid = calendar(stage).getByRole("grid")
    await grid.waitFor({ state: snapshot.matches("open") ? "visible" : "detached" })
    if (snapshot.matches("open")) await grid.locator("button:focus").waitFor()
  },
}

const zone = ({ page }: Pick<Stage, "page">) => page.getByLabel(words["campaign.field.zone"], { exact: true })

/** A searched list: the zone in which a campaign starts. */
export const searchedListDriver: Driver = {
  walks: { list: hearing("opened", "pointed", "searched", "closed") },
  id: "campaign-zone",
  open: async (stage) => {
    await reopen(stage, `/campaign?id=${await newCampaign(stage)}&edit=`)
    await stage.press(words["part.step.change.of"].replace("{step}", words["campaign.step.timing"]))
    await stage.page.getByLabel(words["campaign.field.when.later"]).check()
  },
  handlers: {
    opened: (stage) => zone(stage).click(),
    pointed: (stage) => zone(stage).press("ArrowDown"),
    searched: async (stage) => {
      await zone(stage).fill("")
      await zone(stage).pressSequentially("p")
    },
    closed: (stage) => zone(stage).press("Escape"),
  },
  shows: async ({ page }, { snapshot }) => {
    const list = page.getByRole("listbox", { name: words["part.options.label"] })
    await list.waitFor({ state: snapshot.matches("open") ? "visible" : "detached" })
  },
}
