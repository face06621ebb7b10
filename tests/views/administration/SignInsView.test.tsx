import "#views/administration/profile.css"
import { describe, expect, it } from "vitest"
import { signInsMachine, type SignInsEvent, type SignInsSnapshot } from "#machines/administration/signIns.machine.ts"
import type { SignIns } from "#schemas/administration/profile.ts"
import { SignInsView } from "#views/administration/SignInsView.tsx"
import { signInsWalk } from "#tests/machines/administration/signIns.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleSignIns } from "#tests/support/profileSamples.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const { untaken } = pathsOf(signInsMachine, signInsWalk)
const viewing = after(signInsMachine, [], signInsWalk.input) as unknown as SignInsSnapshot
const show = async (signIns: SignIns) => {
  const { send, sent } = recorder<SignInsEvent>()
  await render(
    <SignInsView page={{ snapshot: viewing, send }} signIns={seenReading({ ready: signIns })} command={undefined} />,
  )
  return sent
}
const button = () => document.querySelector<HTMLButtonElement>("button")

describe("one's own sign-ins", () => {
  it("take every transition", () => {
    expect(untaken).toEqual([])
  })

  it("are named by device and place, with the mark of those that go on", async () => {
    const sent = await show(sampleSignIns)
    const rows = [...document.querySelectorAll(".own-access > li")].map((row) => row.textContent ?? "")
    expect(rows[0]).toMatch(/Chrome on Windows203\.0\.113\.7.*This one$/)
    expect(rows[1]).toMatch(/Safari on iOS.*Open$/)
    expect(rows[2]).toMatch(/^Unknown device/)
    button()?.click()
    expect(sent).toEqual([{ type: "end.pressed", signIns: sampleSignIns }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offer nothing to end where nothing else is open, or a tenant keeps them", async () => {
    await show({ ...sampleSignIns, signIns: sampleSignIns.signIns.slice(0, 1) })
    expect(button()).toBeNull()
    expect(document.body.textContent).toContain("You are signed in nowhere else.")
    await show({ ...sampleSignIns, canEnd: false })
    expect(button()).toBeNull()
    expect(document.body.textContent).toContain("Sign out elsewhere there.")
  })
})
