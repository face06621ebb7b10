import { words } from "#schemas/words.ts"
import { quickSendWalk } from "#tests/machines/people/quickSend.walk.ts"
import {
  sampleQuickChoices,
  sampleQuickPerson,
  sampleQuickPreview,
  sampleQuickSent,
} from "#tests/support/quickSendSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

const answer = (data: object) => ({ json: { statusCode: "200", status: "ok", data } })

/** A text to a person next to the patients; what can be sent and how it reads is in the server's answers alone. */
export const quickSendDriver: Driver = {
  walks: {
    open: {
      ...quickSendWalk,
      allows: (snapshot, event) =>
        // The choices are read before anything can be chosen.
        quickSendWalk.allows?.(snapshot, event) !== false && event.type !== "xstate.snapshot.choices",
    },
  },
  holds: { send: "**/api/QuickSend/SendQuickText" },
  open: async (stage) => {
    const { page } = stage
    await page.route("**/api/QuickSend/GetQuickChoices", (route) => route.fulfill(answer(sampleQuickChoices)))
    await page.route("**/api/QuickSend/PreviewQuickText", (route) => route.fulfill(answer(sampleQuickPreview)))
    await reopen(stage, `/database?send=${sampleQuickPerson.hashedId}`)
    await page.getByLabel(words["quickSend.template"], { exact: true }).waitFor()
  },
  handlers: {
    "template.chosen": ({ page }, { event }) =>
      page.getByLabel(words["quickSend.template"], { exact: true }).selectOption(String(event["templateId"])),
    "sender.chosen": ({ page }, { event }) =>
      page.getByLabel(words["quickSend.sender"], { exact: true }).selectOption(String(event["senderId"])),
    "send.pressed": (stage) => stage.press("Send text"),
    "again.pressed": (stage) => stage.press(words["quickSend.again"]),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.send": async ({ held }) => (await held("send")).fulfill(answer(sampleQuickSent)),
  },
}
