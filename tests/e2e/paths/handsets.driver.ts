import type { Route } from "playwright"
import type { Handset } from "#schemas/administration/demo.ts"
import { problem } from "#schemas/problem.ts"
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
    // A call is seen once the phone is read, and stands there until it is read again.
    if (type === "call.acted") return snapshot.matches({ holding: "writing" })
    return type !== "phone.put.away" || !snapshot.matches({ holding: "nothing" })
  },
}

/** The phone as the server has it, with a call that rings. */
const showRinging = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const json = (await response.json()) as { readonly data: Handset }
  const call = { id: "CA1", from: "+14155550199", at: "2026-11-21T15:00:00Z", status: "ringing", seconds: null }
  await route.fulfill({
    response,
    json: { ...json, data: { ...json.data, calls: [{ ...call, inHand: true, heard: [] }] } },
  })
}

/** The simulated phones: looked for, taken into the hand, answered from, and put away. */
export const handsetsDriver: Driver = {
  reach: 0,
  walks: { open: walk },
  holds: {
    handset: "**/api/Demo/GetHandset",
    reply: "**/api/Demo/SendReply",
    act: "**/api/Demo/ActOnCall",
  },
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
      if (data !== null) await showRinging(await held("handset"))
    },
    "call.acted": ({ press }) => press(words["handset.call.answer"]),
    "xstate.done.actor.act": async ({ held }) =>
      (await held("act")).fulfill({ json: { statusCode: "200", status: "OK", data: samplePhone } }),
    "xstate.error.actor.act": async ({ held }) =>
      (await held("act")).fulfill({ status: 400, json: problem("Invalid", "Too late.") }),
    "xstate.done.actor.reply": async ({ page, press, held }) => {
      await page.getByLabel(words["handset.reply"], { exact: true }).fill("YES")
      await press(words["handset.send"])
      await (await held("reply")).continue()
    },
  },
}
