import { describe, expect, it } from "vitest"
import { quickSendMachine, type QuickSendEvent, type QuickSendSnapshot } from "#machines/people/quickSend.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { QuickChoices, QuickPreview } from "#schemas/outreach/quickSend.ts"
import { QuickSendView } from "#views/people/QuickSendView.tsx"
import { choicesShow, quickAsked } from "#tests/machines/people/quickSend.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import {
  sampleHandful,
  sampleQuickChoices,
  sampleQuickPerson,
  sampleQuickPreview,
  sampleQuickSent,
} from "#tests/support/quickSendSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const rights = { userType: 2 as const, accessIds: [1, 3, 15, 17] }
const chosen = [
  choicesShow(sampleQuickChoices),
  { type: "template.chosen", templateId: quickAsked.templateId },
  { type: "sender.chosen", senderId: quickAsked.senderId },
]
const pressed = { type: "send.pressed", asked: quickAsked }

const show = async (
  shown: {
    readonly events?: ReadonlyArray<{ readonly type: string }>
    readonly choices?: QuickChoices
    readonly people?: QuickPreview["people"]
    readonly isPaused?: boolean
    readonly trouble?: QuickPreview["trouble"]
    readonly accessIds?: ReadonlyArray<number>
  } = {},
) => {
  const { sent, send } = recorder<QuickSendEvent>()
  const events = shown.events ?? chosen
  const people = shown.people ?? sampleQuickPreview.people
  const search = { send: people.map(({ hashedId }) => hashedId).join(",") }
  const snapshot = after(quickSendMachine, events, { search }) as unknown as QuickSendSnapshot
  const preview = { ...sampleQuickPreview, people, isPaused: shown.isPaused ?? false, trouble: shown.trouble ?? null }
  const isRead = snapshot.context.templateId !== null && snapshot.context.senderId !== null
  await render(
    <QuickSendView
      page={{ snapshot, send }}
      url={pageUrl(search).url}
      rights={{ ...rights, accessIds: shown.accessIds ?? rights.accessIds }}
      choices={seenReading<QuickChoices>({ ready: shown.choices ?? sampleQuickChoices })}
      preview={seenReading<QuickPreview>(isRead ? { ready: preview } : "idle")}
    />,
  )
  return sent
}
const page = () => textOf(document.body)
const sendButton = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => /^Send \w/.test(textContent))

describe("a text to one person", () => {
  it("is chosen first, and cannot be sent before it was read", async () => {
    const sent = await show({ events: [choicesShow(sampleQuickChoices)] })
    const hint = document.querySelector("#quick-template")?.getAttribute("aria-describedby") ?? ""
    expect(document.getElementById(hint)?.textContent).toBe(
      "3 templates are not offered: 2 drafts that no one has published and 1 retired for good.",
    )
    expect(textOf(document.querySelector("#quick-sender-hint"))).toBe("Not offered: 1 number for calls.")
    expect(textOf(document.activeElement)).toBe("Send a text")
    expect(page()).toContain("Choose what to send, and from which number")
    expect(page()).toContain("Choose a text and a number first.")
    expect(sendButton()).toBeUndefined()
    const select = document.querySelector<HTMLSelectElement>("select")
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
      "Choose a published text",
      "Results are here",
      "Please call us",
    ])
    if (select !== null) select.value = "6"
    select?.dispatchEvent(new Event("change", { bubbles: true }))
    expect(sent).toEqual([{ type: "template.chosen", templateId: 6 }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is read as the person gets it, and sends exactly what was read", async () => {
    const sent = await show()
    expect(page()).toContain("Send a text to Maria Lopez")
    expect(page()).toContain("Maria, your results are here.")
    expect(page()).toContain("Leaves now")
    expect(page()).toContain("1 segment")
    await press("Send text")
    expect(sent).toEqual([{ type: "send.pressed", asked: quickAsked }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is not sent where the person gets none, with the reason, or without the right", async () => {
    const person = { ...sampleQuickPerson, reads: null }
    await show({ people: [{ ...person, why: "missingVariable", missing: ["clinic", "doctor"] }] })
    expect(page()).toContain("A value the message needs is missing: clinic, doctor")
    expect(page()).toContain("This person gets no text now; the reason stands above.")
    expect(sendButton()).toBeUndefined()
    await show({ people: [{ ...person, why: "noPhone" }] })
    expect(page()).toContain("No valid phone number")
    await show({ accessIds: [1, 15] })
    expect(sendButton()).toBeUndefined()
    expect(page()).toContain("the right to publish, launch, delete and export")
  })

  it("says what keeps the chosen number from sending, since when, and which one stands in", async () => {
    const trouble = { words: "The carrier could not be reached", since: "2026-11-24T15:00:00.000Z" }
    await show({ trouble: { ...trouble, standIn: "+14155550101" } })
    expect(page()).toContain("(415) 555-0100 has not been able to send since")
    expect(page()).toContain("The carrier could not be reached. What you send waits, and is tried again by itself.")
    expect(page()).toContain("(415) 555-0101 sends it instead")
    expect(await accessibilityFaults()).toEqual([])
    await show({ trouble: { ...trouble, standIn: null } })
    expect(page()).not.toContain("instead")
  })

  it("says that its campaign is paused, what the server refused, and what became of it", async () => {
    await show({ isPaused: true })
    expect(page()).toContain("What you send waits until someone resumes its campaign.")
    const refusal = problem("NotAllowedNow", "The text was changed meanwhile.")
    await show({ events: [...chosen, pressed, { type: "xstate.error.actor.send", error: refusal } as never] })
    expect(page()).toContain("The text was changed meanwhile.")
    expect(textOf(document.activeElement)).toContain("The text was not sent")
    const done = { type: "xstate.done.actor.send", output: sampleQuickSent }
    const sent = await show({ events: [...chosen, pressed, done] })
    expect(textOf(document.activeElement)).toContain("1 text is on its way")
    expect(document.querySelector("a[href*='QuickCampaign000000000']")).not.toBeNull()
    await press("Send another text")
    expect(sent).toEqual([{ type: "again.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says what is missing where there is no text or number yet", async () => {
    const events = [choicesShow(null)]
    await show({ events, choices: { ...sampleQuickChoices, templates: [] } })
    expect(page()).toContain("No text to send yet")
    expect(document.querySelector("a[href='/sms']")).not.toBeNull()
    await show({ events, choices: { ...sampleQuickChoices, senders: [] } })
    expect(page()).toContain("No number to send from")
  })
})

describe("a text to a handful", () => {
  it("lists each with the text, or why they get none, and counts those who get it", async () => {
    await show({ people: sampleHandful })
    expect(page()).toContain("Send a text to 3 people")
    const order = [
      "Maria Lopez",
      "Leaves now",
      "Ines Duarte",
      "Held until",
      "texting hours are",
      "in Spanish",
      "Omar Reyes",
      "Opted out",
    ]
    const places = order.map((text) => page().indexOf(text))
    expect(places).toEqual(places.toSorted((left, right) => left - right))
    expect(places).not.toContain(-1)
    expect(page()).toContain("Please call us, Nov 20")
    expect(page()).toContain("2 segments in all")
    expect(sendButton()?.textContent).toBe("Send 2 texts")
    expect(await accessibilityFaults()).toEqual([])
  })
})
