import { describe, expect, it } from "vitest"
import {
  translationEditorMachine,
  type TranslationEditorEvent,
  type TranslationEditorSnapshot,
} from "#machines/language/translationEditor.machine.ts"
import { chosenVoice } from "#schemas/outreach/voice.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { HearWords } from "#views/language/HearWords.tsx"
import { translationEditorWalk } from "#tests/machines/language/translationEditor.walk.ts"
import { heardPrompt, sampleVoices } from "#tests/support/callFlowSamples.ts"
import { after } from "#tests/paths/paths.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"
import { sampleCallTranslation } from "#tests/support/translationSamples.ts"

const [spanish] = sampleVoices.slice(2)
const speech = { _tag: "Speech", text: "Hola." } as const
const pressed = { type: "hear.pressed", place: "1 text", prompt: speech, voice: undefined }

type Given = Partial<Pick<Parameters<typeof HearWords>[0], "place" | "text" | "voice" | "offered">>
const show = async (happened: ReadonlyArray<object>, given: Given = {}) => {
  const snapshot = after(
    translationEditorMachine,
    [{ type: "xstate.done.actor.open", output: sampleCallTranslation }, ...happened] as never,
    translationEditorWalk.input,
  ) as unknown as TranslationEditorSnapshot
  const { send, sent } = recorder<TranslationEditorEvent>()
  const { container } = await render(
    <HearWords
      page={{ snapshot, send }}
      {...{ place: "1 text", text: "Hola.", language: "es", voice: null, offered: [spanish!], ...given }}
    />,
  )
  return { container, sent, text: textOf(container) }
}

describe("the words of a place of a call flow", () => {
  it("are heard by the chosen voice, else by one of the language", async () => {
    const chosen = { ...chosenVoice(spanish!), speed: 0.85 }
    const own = await show([], { voice: chosen })
    await press("Hear it")
    expect(own.sent).toEqual([{ ...pressed, voice: chosen }])
    const other = await show([])
    await press("Hear it")
    expect(other.sent).toEqual([{ ...pressed, voice: chosenVoice(spanish!) }])
  })

  it("are played where they stand, and it is said when another voice speaks on the phone", async () => {
    const heard = [pressed, { type: "xstate.done.actor.hear", output: heardPrompt }]
    const { container, text } = await show(heard)
    expect(container.querySelector("audio")).not.toBeNull()
    expect(text).toContain("“Hello Ana.”, as the voice Slt says it.")
    expect(text).toContain("On the phone the carrier’s own voice speaks.")
    expect(await accessibilityFaults()).toEqual([])
    expect((await show(heard, { voice: chosenVoice(spanish!) })).text).not.toContain("carrier’s own")
    expect((await show(heard, { place: "2 text" })).container.querySelector("audio")).toBeNull()
  })

  it("say why they could not be heard, and are quiet once they are changed", async () => {
    const failed = [pressed, { type: "xstate.error.actor.hear", error: unreachable() }]
    expect((await show(failed)).text).toContain(unreachable().message)
    expect((await show([...failed, { type: "text.changed" }])).text).toBe("Hear it")
  })

  it("cannot be heard while nothing is written, or where no voice speaks the language", async () => {
    await show([], { text: " " })
    expect(reasonOf(buttonNamed("Hear it"))).toBe("There is nothing to say yet: write the text first.")
    await show([], { offered: [] })
    expect(reasonOf(buttonNamed("Hear it"))).toBe("No voice here speaks Spanish. On the phone the carrier’s own does.")
  })
})
