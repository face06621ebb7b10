import { words } from "#schemas/words.ts"
import { directoryWalk } from "#tests/machines/administration/directory.walk.ts"
import { sampleDirectory } from "#tests/support/directorySamples.ts"
import { reopen } from "./actions.ts"
import { endCommand } from "./dialogs.ts"
import type { Driver } from "./driver.ts"

const revoked = words["directory.revoke.of"].replace("{name}", sampleDirectory.tokens[0]?.name ?? "")

/** The tokens of a company's directory, two of which work. */
export const directoryDriver: Driver = {
  walks: { connected: directoryWalk },
  holds: { make: "**/api/User/MakeDirectoryToken", revoke: "**/api/User/RevokeDirectoryToken" },
  open: async (stage) => {
    // A company has few tokens, and paths make and revoke many: those that are shown are in the answers alone.
    const answer = (data: object) => ({ json: { statusCode: "200", status: "ok", data } })
    await stage.page.route("**/api/User/GetDirectory", (route) => route.fulfill(answer(sampleDirectory)))
    await reopen(stage, "/user?tab=directory")
  },
  handlers: {
    "make.pressed": ({ press }) => press(words["directory.make"].replace("{name}", "Entra ID")),
    "revoke.pressed": ({ press }) => press(revoked),
    "xstate.done.actor.command": endCommand({ actor: (verb) => verb }),
  },
}
