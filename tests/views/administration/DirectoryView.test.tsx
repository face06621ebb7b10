import "#views/administration/users.css"
import { describe, expect, it } from "vitest"
import {
  directoryMachine,
  type DirectoryEvent,
  type DirectorySnapshot,
} from "#machines/administration/directory.machine.ts"
import type { Directory } from "#schemas/administration/directory.ts"
import { DirectoryView } from "#views/administration/DirectoryView.tsx"
import { directoryWalk } from "#tests/machines/administration/directory.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleDirectory, sampleNoDirectory } from "#tests/support/directorySamples.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const { untaken } = pathsOf(directoryMachine, directoryWalk)
const viewing = after(directoryMachine, [], directoryWalk.input) as unknown as DirectorySnapshot
const made: DirectorySnapshot = {
  ...viewing,
  context: {
    last: { verb: "make", subject: { name: "Okta" }, outcome: "done", problem: null, answer: "avd_0123456789" },
  },
} as DirectorySnapshot
const show = async (directory: Directory, snapshot: DirectorySnapshot = viewing, dark = false) => {
  const { send, sent } = recorder<DirectoryEvent>()
  await render(
    <DirectoryView page={{ snapshot, send }} directory={seenReading({ ready: directory })} command={undefined} />,
    { dark },
  )
  return sent
}
const pressed = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("button")].find(
    (button) => (button.getAttribute("aria-label") ?? button.textContent) === label,
  )
const text = () => document.body.textContent ?? ""

describe("the directory of a company", () => {
  it("takes every transition", () => {
    expect(untaken).toEqual([])
  })

  it.each([false, true])(
    "shows where it calls and its tokens, each with who made it and when it was used (dark: %s)",
    async (dark) => {
      const sent = await show(sampleDirectory, viewing, dark)
      expect(text()).toContain(sampleDirectory.address)
      const rows = [...document.querySelectorAll(".directory-tokens > li")].map((row) => row.textContent ?? "")
      expect(rows[0]).toMatch(/^OktaMade by Nora Reyes.*Not used yet/)
      expect(rows[1]).toMatch(/^Entra IDMade by Elaine Porter.*Last used/)
      pressed("Revoke the token Okta")?.click()
      pressed("Make a token: Entra ID")?.click()
      expect(sent).toEqual([
        { type: "revoke.pressed", token: sampleDirectory.tokens[0] },
        { type: "make.pressed", name: "Entra ID" },
      ])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("shows a token that was just made, to be copied", async () => {
    await show(sampleDirectory, made)
    expect(pressed("Copy Token: avd_0123456789") ?? pressed("Copy token: avd_0123456789")).toBeDefined()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says so where none is connected, and where there are as many tokens as may be", async () => {
    await show(sampleNoDirectory)
    expect(text()).toContain("No directory is connected")
    const [one] = sampleDirectory.tokens
    if (one === undefined) throw new Error("No sample")
    await show({
      ...sampleDirectory,
      tokens: Array.from({ length: 5 }, (_, at) => ({ ...one, tokenId: (at + 1) as never })),
    })
    expect(text()).toContain("at most 5 tokens")
    expect(pressed("Make a token: Okta")).toBeUndefined()
  })
})
