import "#views/administration/companyCard.css"
import { describe, expect, it } from "vitest"
import {
  companyCardMachine,
  type CompanyCardEvent,
  type CompanyCardSnapshot,
} from "#machines/administration/companyCard.machine.ts"
import type { CompanyCard } from "#schemas/administration/card.ts"
import { CardView } from "#views/administration/CardView.tsx"
import { cardInUseWalk } from "#tests/machines/administration/companyCard.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleCard, sampleNoCard } from "#tests/support/cardSamples.ts"
import { accessibilityFaults, render } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(companyCardMachine, cardInUseWalk)
const at = (...events: ReadonlyArray<CompanyCardEvent>) =>
  after(companyCardMachine, events, cardInUseWalk.input) as unknown as CompanyCardSnapshot
const replacing = { type: "replace.pressed", shown: sampleCard } as const

const show = async (snapshot: CompanyCardSnapshot, card: CompanyCard = sampleCard) => {
  const { send, sent } = recorder<CompanyCardEvent>()
  await render(
    <CardView
      page={{ snapshot, send }}
      card={seenReading({ ready: card })}
      command={seenCommand(snapshot)}
      frame={() => undefined}
    />,
  )
  return sent
}
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("button")].find(({ textContent }) => textContent === name)
const text = () => document.body.textContent ?? ""

describe("the card of a company", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as CompanyCardSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("is shown masked, and offers to replace and to remove it", async () => {
    const sent = await show(at())
    expect(document.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("Visa ending in 4417")
    expect(text()).not.toContain(sampleCard.card.token)
    button("Replace card")?.click()
    button("Remove card")?.click()
    expect(sent).toEqual([replacing, { type: "remove.pressed", shown: sampleCard }])
  })

  it.each([
    ["nextMonth", /This card expires next month.*good until.*Dec 31/],
    ["thisMonth", /This card expires this month/],
    ["expired", /This card has expired.*was good until/],
  ] as const)("warns before its end: %s", async (expiry, said) => {
    await show(at(), { ...sampleCard, expiry })
    expect(document.querySelector(".notice-warning")?.textContent).toMatch(said)
  })

  it("says that there is none, or that there is no processor to add one", async () => {
    await show(at(), sampleNoCard)
    expect(button("Add card")).toBeDefined()
    expect(button("Remove card")).toBeUndefined()
    await show(at(), { ...sampleNoCard, fieldsUrl: null })
    expect(button("Add card")).toBeUndefined()
    expect(text()).toContain("No card processor is set up")
  })

  it("stays shown where its processor is not set up any more, and says why nothing can be done", async () => {
    await show(at(), { ...sampleCard, fieldsUrl: null })
    expect(document.querySelector(".company-card-number")?.textContent).toContain(sampleCard.card?.last4)
    expect(text()).toContain("The card processor is not set up any more. The card stays as it is")
    expect([button("Replace card"), button("Remove card")]).toEqual([undefined, undefined])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is typed in a frame that can do no more than run the processor's own page", async () => {
    await show(at(replacing, { type: "fields.ready" }))
    const frame = document.querySelector("iframe")
    expect(frame?.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin")
    expect(frame?.getAttribute("referrerpolicy")).toBe("no-referrer")
    expect(text()).toContain("127.0.0.1:4182")
  })

  it("says in a sentence that it was declined, and keeps the frame", async () => {
    await show(at(replacing, { type: "fields.ready" }, { type: "send.pressed" }, { type: "fields.declined" }))
    expect(document.querySelector("[role=alert]")?.textContent).toMatch(/^The card was declined/)
    expect(document.querySelector("iframe")).not.toBeNull()
  })
})
