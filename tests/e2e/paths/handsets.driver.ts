import { words } from "#schemas/words.ts"
import { handsetsWalk, samplePhone } from "#tests/machines/administration/handsets.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { reopen, announceChange } from "./actions.ts"
import type { Driver } from "./driver.ts"

const walk: ChartWalk = {
  ...handsetsWalk,
  allows: (snapshot, { type }) => {
    // A pause in typing that is waited for may end at any moment.
    if (snapshot.matches({ looking: "typing" })) return type === "search.changed" || type.startsWith("xstate.after.")
    if (type === "xstate.snapshot.handset") return snapshot.matches({ holding: "picked" })
    return type !== "phone.put.away" || !snapshot.matches({ holding: "nothing" })
  },
}

/** The simulated phones: looked for, taken into the hand, answered from, and put away. */
export const handsetsDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  holds: { handset: "**/api/Demo/GetHandset", reply: "**/api/Demo/SendReply" },
  open: async (stage) => {
    await reopen(stage, "/dev/handset")
    await stage.page.locator(".phone-row").nth(1).waitFor()
  },
  handlers: {
    // Looking for what everyone has keeps both phones in the list, also with a space after it.
    "search.changed": async ({ page }) => {
      const box = page.getByLabel(words["handsets.search"])
      await box.fill((await box.inputValue()) === "+1" ? "+1 " : "+1")
    },
    "phone.chosen": ({ page }, { event }) =>
      page
        .locator(".phone-row")
        .nth(event["phone"] === samplePhone.phone ? 0 : 1)
        .click(),
    "phone.put.away": ({ page }) => page.getByRole("button", { name: words["handset.away"] }).click(),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    // A phone that is not read yet is announced at once; one that is, when the server answers.
    "xstate.snapshot.handset": async ({ held }, { event }) => {
      const { data } = (event["snapshot"] as { readonly context: { readonly data: object | null } }).context
      if (data !== null) await (await held("handset")).continue()
    },
    "xstate.done.actor.reply": async ({ page, press, held }) => {
      await page.getByLabel(words["handset.reply"], { exact: true }).fill("YES")
      await press(words["handset.send"])
      await (await held("reply")).continue()
    },
  },
}
