import { words } from "#schemas/words.ts"
import { signInsWalk } from "#tests/machines/administration/signIns.walk.ts"
import { sampleSignIns } from "#tests/support/profileSamples.ts"
import { reopen } from "./actions.ts"
import { endCommand } from "./dialogs.ts"
import type { Driver } from "./driver.ts"

/** One's own sign-ins, with others that can be ended. */
export const signInsDriver: Driver = {
  walks: { open: signInsWalk },
  holds: { end: "**/api/User/EndOtherSignIns" },
  open: async (stage) => {
    // The browser of a path is the only one there is: others are in the answer alone.
    await stage.page.route("**/api/User/GetSignIns", (route) =>
      route.fulfill({ json: { statusCode: "200", status: "ok", data: sampleSignIns } }),
    )
    await reopen(stage, "/profile")
  },
  handlers: {
    "end.pressed": ({ press }) => press(words["signIns.end"]),
    "xstate.done.actor.command": endCommand({ actor: () => "end" }),
  },
}
