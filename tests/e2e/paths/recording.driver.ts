import { words } from "#schemas/words.ts"
import { recordingWalk } from "#tests/machines/outreach/recording.walk.ts"
import { sampleRecording } from "#tests/support/outreachSamples.ts"
import { recordingSound } from "#server/delivery/simulator/recordings.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

const data = (detail: object) => ({ json: { statusCode: "200", status: "ok", data: detail } })

/** A recording next to the people of the report: heard, or not to be reached. It is in the server's answers alone. */
export const recordingDriver: Driver = {
  walks: { open: recordingWalk },
  holds: { fetch: "**/api/Outreach/GetRecording?*" },
  open: async (stage) => {
    await stage.page.route("**/api/Outreach/HearRecording?*", (route) =>
      route.fulfill({ contentType: "audio/wav", body: Buffer.from(recordingSound({ seconds: 1 })) }),
    )
    await reopen(stage, `/report?people=sent&recording=${sampleRecording.recordingId}`)
  },
  handlers: {
    "retry.pressed": ({ page }) =>
      page.locator(".quick-look").getByRole("button", { name: words["part.retry"], exact: true }).click(),
    "xstate.done.actor.fetch": async ({ held }) => (await held("fetch")).fulfill(data(sampleRecording)),
  },
}
