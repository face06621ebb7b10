import { words } from "#schemas/words.ts"
import type { TestCalls } from "#schemas/outreach/testCall.ts"
import { callMeWalk } from "#tests/machines/outreach/callMe.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleTestCall } from "#tests/support/callFlowSamples.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"
import { get } from "./things.ts"

const data = (value: object) => ({ json: { statusCode: "200", status: "ok", data: value } })
const readIn = (event: Readonly<Record<string, unknown>>): TestCalls | null =>
  (event["snapshot"] as { readonly context: { readonly data: TestCalls | null } }).context.data

const walk: ChartWalk = {
  ...callMeWalk,
  allows: (snapshot, event) => {
    // The calls are read when the part is opened, and again while one is followed.
    if (event.type === "xstate.snapshot.calls")
      return snapshot.matches("reading") || (snapshot.matches("following") && (readIn(event)?.last ?? null) !== null)
    return event.type !== "call.me.pressed" || snapshot.matches("ready") || snapshot.matches("over")
  },
}

/** A call flow that calls who looks at it; the numbers and the call are in the server's answers alone. */
export const callMeDriver: Driver = {
  walks: { open: walk },
  holds: { calls: "**/api/Outreach/GetTestCalls?*", form: "**/api/Outreach/PlaceTestCall" },
  open: async (stage) => {
    const [flow] = await get<ReadonlyArray<{ readonly hashedId: string }>>(stage, "Outreach/GetIvrList")
    await reopen(stage, `/ivr?id=${flow?.hashedId}&tab=try`)
  },
  handlers: {
    "call.me.pressed": ({ page }) =>
      page.getByRole("button", { name: new RegExp(`^(${words["callMe.press"]}|${words["callMe.again"]})$`) }).click(),
    "xstate.snapshot.calls": async ({ held }, { event }) => {
      const read = readIn(event)
      // Nothing is shown until the server answers.
      if (read !== null) await (await held("calls")).fulfill(data(read))
    },
    "xstate.done.actor.form": async ({ page, press, held }, { event }) => {
      if ((event["output"] as { readonly discarded: boolean }).discarded) return press(words["part.cancel"])
      await page.getByLabel(words["callMe.phone"], { exact: true }).fill(sampleTestCall.phone)
      await page.locator("form").getByRole("button", { name: words["callMe.press"], exact: true }).click()
      await (await held("form")).fulfill(data(sampleTestCall))
    },
  },
}
