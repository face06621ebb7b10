import { expect } from "vitest"
import { outputOf } from "#machines/session/command.machine.ts"
import type { CompanyCard } from "#schemas/administration/card.ts"
import { words } from "#schemas/words.ts"
import { cardInUseWalk } from "#tests/machines/administration/companyCard.walk.ts"
import { sampleCard } from "#tests/support/cardSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { inDialog } from "./dialogs.ts"

declare global {
  /** In the stand-in for the processor's page: says something as that page does, once it was spoken to. */
  var sayFields: ((message: object) => boolean) | undefined
}

/** A page of the processor that says what the path wants; it knows the number that the talk began with. */
const standIn = `<!doctype html><title>Card details</title><script>
  let talk
  window.addEventListener("message", ({ origin, source, data }) => {
    if (data.type === "card.begin") talk = { origin, source, nonce: data.nonce }
  })
  globalThis.sayFields = (message) => {
    talk?.source.postMessage({ ...message, nonce: talk.nonce }, talk.origin)
    return talk !== undefined
  }
</script>`

const data = (card: object) => ({ json: { statusCode: "200", status: "ok", data: card } })

const say =
  (message: object) =>
  async ({ page }: Stage): Promise<void> => {
    const frame = () => page.frames().find((one) => one.url().endsWith("/fields"))
    await expect.poll(() => frame()?.evaluate((said) => globalThis.sayFields?.(said), message)).toBe(true)
  }

/** The card of an Admin's company; the processor's page is a stand-in, and the server's answers are samples. */
export const companyCardDriver: Driver = {
  walks: { kept: cardInUseWalk },
  holds: { save: "**/api/Payment/SaveCardInfo?*", remove: "**/api/Payment/DeleteCardInfo?*" },
  open: async (stage) => {
    // Pages may show no other origin in a frame than the processor's own.
    await stage.page.route("**/api/Payment/GetCardInfo?*", async (route) => {
      const { data: real } = (await (await route.fetch()).json()) as { readonly data: CompanyCard }
      return route.fulfill(data({ ...sampleCard, fieldsUrl: real.fieldsUrl }))
    })
    await stage.page.route("**/fields", (route) => route.fulfill({ contentType: "text/html", body: standIn }))
    await reopen(stage, "/profile")
    await stage.page.getByRole("button", { name: words["card.replace"] }).waitFor()
  },
  handlers: {
    "replace.pressed": ({ press }) => press(words["card.replace"]),
    "remove.pressed": ({ press }) => press(words["card.remove"]),
    "send.pressed": ({ press }) => press(words["card.save"]),
    "keep.pressed": ({ press }) => press(words["card.keep"]),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "fields.ready": say({ type: "card.ready" }),
    "fields.incomplete": say({ type: "card.incomplete" }),
    "fields.declined": say({ type: "card.declined" }),
    "fields.failed": say({ type: "card.failed" }),
    "fields.given": say({ type: "card.token", token: "pm_0123456789" }),
    "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
    "xstate.done.actor.command": async (stage, step) => {
      const { verb, outcome, problem } = outputOf(step)
      if (outcome === "cancelled") return inDialog(stage, words["part.cancel"])
      if (verb === "remove") await inDialog(stage, words["card.remove"])
      const route = await stage.held(verb)
      if (problem?.problem === "Unreachable") return route.abort()
      return route.fulfill(problem === null ? data(sampleCard) : { status: Number(problem.statusCode), json: problem })
    },
  },
}
