import { describe, expect, it } from "vitest"
import { readSettings } from "#server/program/settings.ts"
import { startMessage } from "#server/program/startMessage.ts"

describe("what is printed at the start", () => {
  const noMail = "No one can sign in yet"

  it("says when no one can read the mailed codes", () => {
    expect(startMessage(readSettings({}), false)).toContain(noMail)
  })

  it("keeps quiet about mail where the demo's mailbox or a mail server is", () => {
    expect(startMessage(readSettings({}), true)).not.toContain(noMail)
    expect(startMessage(readSettings({ SMTP_URL: "smtp://mail.test:25" }), false)).not.toContain(noMail)
  })
})
