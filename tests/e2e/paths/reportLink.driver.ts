import { words } from "#schemas/words.ts"
import { reportLinkWalk, sampleLinked } from "#tests/machines/reporting/reportLink.walk.ts"
import { reopen } from "./actions.ts"
import type { Driver } from "./driver.ts"

/** The link of a mail: it leads on, or does not. */
export const reportLinkDriver: Driver = {
  walks: { open: reportLinkWalk },
  holds: { open: "**/api/Report/OpenReportLink" },
  open: (stage) => reopen(stage, `/report?tab=link#${"x".repeat(43)}`),
  handlers: {
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    // No mail was sent for a path: what the server would say of its link stands in the answer.
    "xstate.done.actor.open": async ({ held }) =>
      (await held("open")).fulfill({ json: { statusCode: "200", status: "ok", data: sampleLinked } }),
  },
}
