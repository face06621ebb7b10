import { expect, it } from "vitest"
import { waitFor } from "xstate"
import { chunk, noteFailedStyles } from "../../src/wiring/chunks.ts"
import href from "../../src/views/tokens.css?url"

// Once, as the front door does.
noteFailedStyles()

const address = new URL(href, location.href).href
const sheets = () => [...document.querySelectorAll("link")].filter((link) => link.href === address)

/** As the bundler's loader does it: the sheet does not come, and no one asks for it again. */
const failingSheet = (): Promise<void> =>
  new Promise((resolve) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.integrity = `sha256-${"A".repeat(43)}=`
    link.addEventListener("error", () => resolve())
    document.head.append(link)
  })

it("asks for a style sheet that did not come once more, before the code that needs it", async () => {
  const before: Array<number> = []
  const part = chunk(
    async () => {
      before.push(sheets().length)
      if (before.length > 1) return "code"
      await failingSheet()
      throw new Error("Unable to preload CSS")
    },
    { reloads: false },
  )
  part.actor.start()
  await waitFor(part.actor, (snapshot) => snapshot.matches("failed"))
  expect(sheets()).toEqual([])
  part.actor.send({ type: "retry.pressed" })
  await waitFor(part.actor, (snapshot) => snapshot.matches("loaded"))
  expect([part.code(), before, sheets().length]).toEqual(["code", [0, 1], 1])
  expect(sheets()[0]?.sheet).not.toBeNull()
  sheets().forEach((link) => link.remove())
})
