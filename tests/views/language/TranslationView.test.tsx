import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  translationEditorMachine,
  type TranslationEditorEvent,
  type TranslationEditorSnapshot,
} from "#machines/language/translationEditor.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import type {
  Languages,
  MemoryMatch,
  Translation,
  TranslationPreview,
  TranslationWords,
} from "#schemas/language/translation.ts"
import { problem } from "#schemas/problem.ts"
import type { BackTranslation } from "#schemas/language/machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { CallWords } from "#views/language/CallWords.tsx"
import { TranslationView } from "#views/language/TranslationView.tsx"
import { translationEditorWalk } from "#tests/machines/language/translationEditor.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleVoices } from "#tests/support/callFlowSamples.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"
import {
  missingTranslation,
  sampleCallPreview,
  sampleCallTranslation,
  sampleLanguages,
  sampleMemory,
  sampleTranslation,
  sampleTranslationPreview,
  staleTranslation,
} from "#tests/support/translationSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(translationEditorMachine, translationEditorWalk)
const opened = (output: Translation) =>
  after(
    translationEditorMachine,
    [{ type: "xstate.done.actor.open", output }],
    translationEditorWalk.input,
  ) as unknown as TranslationEditorSnapshot

type Shown = {
  readonly accessIds?: ReadonlyArray<number>
  readonly text?: TranslationWords
  readonly preview?: TranslationPreview
  readonly memory?: SeenReading<ReadonlyArray<MemoryMatch>>
  readonly back?: Parameters<typeof seenReading<BackTranslation>>[0]
  readonly service?: Languages["service"]
  /** What happened to the form. */
  readonly happened?: ReadonlyArray<AnyEventObject>
}

const show = async (
  snapshot: TranslationEditorSnapshot,
  { accessIds = [16], text, happened, memory, preview, back = "idle", service = "DeepL" }: Shown = {},
) => {
  const { send, sent } = recorder<TranslationEditorEvent>()
  const { send: sendForm, sent: changed } = recorder<FormEvent>()
  const form = seenForm({ text: text ?? snapshot.context.text }, happened, () => [], sendForm)
  const rendered = await render(
    <TranslationView
      page={{ snapshot, send }}
      url={pageUrl({ id: "t", language: "es" }).url}
      rights={{ userType: 2, accessIds }}
      languages={seenReading<Languages>({ ready: { ...sampleLanguages, service } })}
      voices={seenReading<ReadonlyArray<OfferedVoice>>({ ready: sampleVoices.slice(2) })}
      memory={memory ?? seenReading<ReadonlyArray<MemoryMatch>>({ ready: sampleMemory })}
      preview={seenReading<TranslationPreview>({
        ready: preview ?? (snapshot.context.opened?.channel === "IVR" ? sampleCallPreview : sampleTranslationPreview),
      })}
      back={seenReading<BackTranslation>(back)}
      callWords={(props) => <CallWords {...props} />}
      form={snapshot.matches("writing") ? form : undefined}
      command={seenCommand(snapshot)}
    />,
  )
  return { ...rendered, sent, changed }
}

describe("a translation", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as TranslationEditorSnapshot
      await show(snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("stands next to its text, with who or what made it", async () => {
    const { container } = await show(opened(sampleTranslation))
    expect(textOf(container)).toContain("Machine: LibreTranslate")
    expect(textOf(container)).toContain("{{ firstName }} is missing.")
    expect(container.querySelector(".phone-bubble .variable")?.textContent).toBe("firstName")
  })

  it("offers what was approved before for what it says, and puts it in where one writes", async () => {
    const { container, changed } = await show(opened({ ...sampleTranslation, translation: null }), { text: "" })
    const rows = [...container.querySelectorAll(".translation-column li")].map(textOf)
    expect(rows.filter((row) => row.includes("%"))).toEqual([
      expect.stringContaining("100% Responda ALTO para no recibir más mensajes."),
      expect.stringContaining("84% Responda ALTO ahora."),
      expect.stringContaining(
        "“Reply STOP to opt out.”: a phrase that comes with the program. Have someone who speaks Spanish read it over.",
      ),
    ])
    await press("Use “Responda ALTO ahora.”")
    expect(changed).toContainEqual({ type: "field.changed", field: "text", value: "Responda ALTO ahora." })
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is translated back by the service, once something is written, and says what that came to", async () => {
    const first = await show(opened(sampleTranslation))
    expect(textOf(first.container)).toContain("DeepL says what this translation means")
    await press("Translate back")
    expect(first.sent).toEqual([{ type: "back.pressed" }])
    const ready = await show(opened(sampleTranslation), { back: { ready: { text: "Hello {{ firstName }}" } } })
    expect(ready.container.querySelector("p[lang=en]")?.textContent).toBe("Hello {{ firstName }}")
    const failed = await show(opened(sampleTranslation), { back: { failed: unreachable() } })
    expect(textOf(failed.container)).toContain("It could not be translated back")
    expect(await accessibilityFaults()).toEqual([])
    const blank = await show(opened({ ...sampleTranslation, translation: null }), { text: "" })
    const button = [...blank.container.querySelectorAll("button")].find((one) => one.textContent === "Translate back")
    expect(reasonOf(button ?? null)).toBe("Write the translation first.")
    const without = await show(opened(sampleTranslation), { service: null })
    expect(textOf(without.container)).not.toContain("Translate back")
  })

  it("says that nothing like it was approved before, or that this could not be read", async () => {
    const text = async (memory: SeenReading<ReadonlyArray<MemoryMatch>>) =>
      textOf((await show(opened(sampleTranslation), { memory })).container)
    expect(await text(seenReading<ReadonlyArray<MemoryMatch>>({ ready: [] }))).toContain(
      "There are no suggestions for this text in Spanish.",
    )
    expect(await text(seenReading<ReadonlyArray<MemoryMatch>>({ failed: unreachable() }))).toContain(
      "Suggestions could not be read",
    )
  })

  it("says that its template waits for its approval, where the company asks for that", async () => {
    const waits = "This template cannot be published until this translation is approved"
    const text = async (given: Partial<Translation>) =>
      textOf((await show(opened({ ...sampleTranslation, ...given }))).container)
    expect(await text({ approvedOnly: true })).toContain(waits)
    expect(await text({ approvedOnly: false })).not.toContain(waits)
    const approved = { ...sampleTranslation.translation!, state: "approved" as const }
    expect(await text({ approvedOnly: true, translation: approved })).not.toContain(waits)
  })

  it("says that no one gets it once its text has changed, and shows what changed", async () => {
    const { container, sent } = await show(opened(staleTranslation))
    expect(textOf(container)).toContain("so no one gets it")
    expect(container.querySelector("ins")?.textContent).toContain("Thank you.")
    await press("It still says the same")
    expect(sent).toEqual([{ type: "review.pressed" }])
  })

  it("is translated by the service that is set up, at once where nothing is written yet", async () => {
    const { sent } = await show(opened(missingTranslation))
    await press("Translate by DeepL")
    expect(sent).toEqual([{ type: "translate.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
    const without = await show(opened(missingTranslation), { service: null })
    expect(textOf(without.container)).not.toContain("Translate by")
    const call = await show(opened(sampleCallTranslation))
    await press("Translate by DeepL")
    expect(call.sent).toEqual([{ type: "translate.pressed" }])
  })

  it("is written from the right where its language is", async () => {
    const { container } = await show(opened(missingTranslation))
    const area = container.querySelector("textarea")
    expect([area?.lang, area?.dir]).toEqual(["ar", "rtl"])
  })

  it("of a call flow has a field for each thing that is said, next to it, with its keys and what changed", async () => {
    const { container } = await show(opened(sampleCallTranslation))
    const areas = [...container.querySelectorAll("textarea")]
    expect(areas.map(({ labels }) => textOf(labels[0] ?? null))).toEqual([
      "Greeting, in Spanish",
      "Main menu, in Spanish",
      "Main menu: after a key that leads nowhere, in Spanish",
      "Booking desk, in Spanish",
      "Call-back request, in Spanish",
      "Opening hours, in Spanish",
      "Stop calls, in Spanish",
      "Thank you, in Spanish",
      "Left on a voicemail, in Spanish",
    ])
    expect(areas.map(({ value }) => value)).toEqual([
      ...spanishCall.prompts.flatMap(({ text, wrongKey = [] }) => [text, wrongKey].flat()),
      spanishCall.voicemail,
    ])
    expect(textOf(container)).toContain("Keys: 1, 2, 3, 9. Write each as it stands here.")
    expect([...container.querySelectorAll("ins")].map(textOf).join("")).toContain("{{ companyName }} calls")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("of a call flow is said by the carrier's voice, or by one of the language", async () => {
    const { container, changed } = await show(opened(sampleCallTranslation))
    const voice = container.querySelector("select")!
    expect([...voice.options].map(({ text }) => text)).toEqual([
      "The carrier’s own voice",
      "Lupe, female (Spanish (United States))",
    ])
    voice.value = "Lupe"
    voice.dispatchEvent(new Event("change", { bubbles: true }))
    const [event] = changed.filter(({ type }) => type === "field.changed")
    expect(event).toMatchObject({ field: "text", value: { ...spanishCall, voice: { voiceId: "Lupe", speed: 1 } } })
  })

  it("is approved only when what was written is saved, by who may", async () => {
    const reasons = async (shown: Shown) => {
      const { container } = await show(opened(sampleTranslation), shown)
      return [...container.querySelectorAll(".menu-reasons li")].map(textOf)
    }
    expect(await reasons({ text: "Otra" })).toEqual([
      "Approve, Remove, Translate by DeepL Save or cancel what you wrote first.",
    ])
    expect(await reasons({ accessIds: [1] })).toEqual([
      "Approve, Remove, Translate by DeepL You need the right to translate texts (Translate). Please ask your site administrator.",
    ])
  })

  it("says next to what is written what it does against the glossary, and is not approved with a changed name", async () => {
    const advice = { kind: "preferred", message: "“shot” is said “vacuna”." } as const
    const name = { kind: "neverTranslate", message: "“Northwind” stays as it is." } as const
    const shown = async (breaches: TranslationPreview["breaches"]) => {
      const preview = { ...sampleTranslationPreview, breaches }
      const { container } = await show(opened(sampleTranslation), { preview })
      return { text: textOf(container), reasons: [...container.querySelectorAll(".menu-reasons li")].map(textOf) }
    }
    const grave = await shown([name, advice])
    expect(grave.text).toContain("What the glossary says")
    expect(grave.text).toContain("“shot” is said “vacuna”.")
    expect(grave.reasons).toEqual(["Approve It goes against the glossary: “Northwind” stays as it is."])
    const light = await shown([advice])
    expect(light.text).toContain("“shot” is said “vacuna”.")
    expect(light.text).not.toContain("cannot be approved")
    expect(light.reasons).toEqual([])
    expect((await shown([])).text).not.toContain("What the glossary says")
  })

  it("of a call flow is saved before it counts as read, where it has words for what is no longer said", async () => {
    const reasons = async (source: CallFlow) => {
      const { container } = await show(opened({ ...sampleCallTranslation, source }))
      return [...container.querySelectorAll(".menu-reasons li")].map(textOf)
    }
    const saved =
      "It still says the same Save the translation first. It still has words for what the call flow no longer says, and saving leaves them out."
    expect(await reasons({ ...publishableCall, voicemail: { _tag: "EndCall" } })).toEqual([saved])
    const steps = publishableCall.steps.filter(({ name }) => name !== "Opening hours")
    expect(await reasons({ ...publishableCall, steps })).toEqual([saved])
    expect(await reasons({ ...publishableCall, steps: publishableCall.steps.toReversed() })).toEqual([])
  })

  it("of a call flow shows by which voice someone else saved it first, next to the words that differ", async () => {
    const { hasPitch: _, ...lupe } = sampleVoices[2]!
    const output = { text: { ...spanishCall, voicemail: "Adiós.", voice: { ...lupe, speed: 1, pitch: 1 } } }
    const happened = [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: problem("StaleVersion", "Changed."), actorId: "submit" },
      { type: "xstate.done.actor.theirs", output, actorId: "theirs" },
    ]
    const { container } = await show(opened(sampleCallTranslation), { happened })
    const rows = [...container.querySelectorAll(".comparison > div")].map((row) => [
      textOf(row.querySelector("dt")),
      [...row.querySelectorAll("ins")].map(textOf).join(" "),
    ])
    expect(rows).toEqual([
      ["Voice", expect.stringContaining("Lupe")],
      ["Left on a voicemail, in Spanish", expect.stringContaining("Adiós")],
    ])
  })

  it("is read again with its text where someone else's is taken, and left with Cancel", async () => {
    const happened = [
      { type: "submit.pressed" },
      { type: "xstate.error.actor.submit", error: problem("StaleVersion", "Changed."), actorId: "submit" },
      { type: "xstate.done.actor.theirs", output: { text: "Otra" }, actorId: "theirs" },
    ]
    const { changed } = await show(opened(sampleTranslation), { happened })
    await press("Take theirs")
    await press("Cancel")
    expect(changed.map(({ type }) => type)).toEqual(["discard.pressed", "leave.asked"])
  })

  it.each([
    ["a text", missingTranslation, ".phone-bubble"],
    ["a call flow", sampleCallTranslation, ".translation-column > [lang]"],
  ])("of %s shows what the company says from the right where its language is written so", async (_, of, place) => {
    const { container } = await show(opened({ ...of, from: "ar", language: "es" }))
    const said = container.querySelector(place)?.closest<HTMLElement>("[lang]")
    expect([said?.lang, said?.dir]).toEqual(["ar", "rtl"])
  })
})
