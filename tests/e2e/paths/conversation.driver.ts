import { words } from "#schemas/words.ts"
import { conversationWalk } from "#tests/machines/people/conversation.walk.ts"
import { sampleConversation } from "#tests/support/peopleSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"

const answer = (data: object) => ({ json: { statusCode: "200", status: "ok", data } })

const write = ({ page }: Pick<Stage, "page">): Promise<void> =>
  page.locator("#answer-text").fill("Yes, behind the house.")

/** A conversation next to the patients: answered, and left. What was written is in the server's answers alone. */
export const conversationDriver: Driver = {
  walks: { open: conversationWalk },
  open: async (stage) => {
    await stage.page.route("**/api/Database/GetConversation?*", (route) => route.fulfill(answer(sampleConversation)))
    await stage.page.route("**/api/Database/AnswerReply", (route) => route.fulfill(answer({})))
    await reopen(stage, "/database?message=40")
    await stage.page.locator("#answer-text").waitFor()
  },
  handlers: {
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.form": endForm({
      change: write,
      back: words["shell.home"],
      done: async (stage) => {
        await write(stage)
        await stage.press(words["conversation.send"])
      },
    }),
  },
}
