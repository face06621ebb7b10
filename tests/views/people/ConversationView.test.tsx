import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import type { Conversation } from "#schemas/people/conversation.ts"
import { ConversationView } from "#views/people/ConversationView.tsx"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { sampleConversation } from "#tests/support/peopleSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"

const show = async (more: Partial<Conversation> = {}, { text = "" } = {}) => {
  const { sent, send } = recorder<FormEvent>()
  await render(
    <ConversationView
      url={pageUrl({ tab: "recipients", message: "40" }).url}
      rights={{ userType: 2, accessIds: [3, 14] }}
      conversation={seenReading<Conversation>({ ready: { ...sampleConversation, ...more } })}
      form={{ ...seenForm({ messageId: 40, text }), send }}
    />,
  )
  return sent
}
const page = () => textOf(document.body)
const field = () => document.querySelector<HTMLTextAreaElement>("#answer-text")

describe("a conversation", () => {
  it("has what was written in order, each answer with who, when and what became of it, and takes the focus", async () => {
    await show()
    expect(textOf(document.activeElement)).toBe("Conversation with Maria Lopez")
    const order = [
      "Can I bring my daughter?",
      "to Flu shots",
      "Yes, of course.",
      "Dana Whitfield",
      "delivered",
      "parking",
    ]
    const places = order.map((text) => page().indexOf(text))
    expect(places).toEqual(places.toSorted((left, right) => left - right))
    expect(places).not.toContain(-1)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("counts an answer with the signature under it", async () => {
    await show({}, { text: "x".repeat(130) })
    // 130, a new line, and a signature of 23.
    expect(page()).toContain("1 segment, 6 characters left in it")
    expect(page()).toContain("Dana, Northwind Clinics")
    await show({ signature: "" }, { text: "x".repeat(161) })
    expect(page()).toContain("2 segments, 145 characters left in the last")
    expect(page()).toContain("You have no signature.")
    await show({ signature: "" }, { text: "😀" })
    expect(page()).toContain("Some characters make the segments short")
  })

  it("sends what is written, and leaves by Cancel for the list as it was", async () => {
    const sent = await show({}, { text: "Yes" })
    await press("Send answer")
    await press("Cancel")
    expect(sent).toMatchObject([
      { type: "submit.pressed" },
      { type: "leave.asked", to: expect.stringContaining("tab=recipients") },
    ])
    expect((sent[1] as { readonly to: string }).to).not.toContain("message")
  })

  it("says why nothing can be sent in place of the field", async () => {
    const refusal = "This person has opted out of texts, so nothing can be sent."
    await show({ refusal })
    expect([page().includes(refusal), field()]).toEqual([true, null])
    expect(await accessibilityFaults()).toEqual([])
  })
})
