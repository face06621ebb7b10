import { describe, expect, it } from "vitest"
import { DemoSignInView } from "#views/session/DemoSignInView.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"

const accounts = [
  { email: "a@example.test", displayName: "Ada", userType: 2, companyName: "Clinic", shows: "campaigns" },
  { email: "b@example.test", displayName: "Ben", userType: 3, companyName: "Clinic", shows: "few rights" },
] as const

describe("the demo's accounts at the sign-in screen", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("are accessible in the %s, with password and mailbox", async (_, dark) => {
    const rendered = await render(
      <DemoSignInView demo={{ accounts, password: "secret", mailbox: "/dev/mailbox" }} onChoose={() => undefined} />,
      { dark },
    )
    expect(textOf(rendered.container)).toContain("secret")
    expect(rendered.container.querySelector('a[href="/dev/mailbox"]')).not.toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("sign in with the address of the one that is pressed; a hosted provider's password is not theirs to say", async () => {
    const chosen: Array<string> = []
    const rendered = await render(<DemoSignInView demo={{ accounts }} onChoose={(email) => void chosen.push(email)} />)
    await press(/Ben/, rendered.container)
    expect(chosen).toEqual(["b@example.test"])
    expect(rendered.container.querySelectorAll("dt")).toHaveLength(0)
  })
})
