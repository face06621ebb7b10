import "#views/outreach/outreach.css"
import "#views/outreach/callFlows.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { page } from "vitest/browser"
import type { AnyEventObject } from "xstate"
import {
  callFlowEditorMachine,
  type CallFlowEditorEvent,
  type CallFlowEditorSnapshot,
  type CallFlowValues,
} from "#machines/outreach/callFlowEditor.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import type { CallVoice, OfferedVoice } from "#schemas/outreach/voice.ts"
import { IvrDraft } from "#schemas/outreach/ivr.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallFlowEditorView } from "#views/outreach/CallFlowEditorView.tsx"
import { callFlowEditorWalk } from "#tests/machines/outreach/callFlowEditor.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import {
  draftCallFlow,
  heardPrompt,
  newCallFlowValues,
  ownRecording,
  sampleNumbers,
  sampleVoices,
  slowVoice,
  unfitSound,
} from "#tests/support/callFlowSamples.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const choose = (select: HTMLSelectElement, value: string): Promise<void> =>
  act(() => page.elementLocator(select).selectOptions(value))

const { places } = pathsOf(callFlowEditorMachine, callFlowEditorWalk)
const written: CallFlowValues = { ...newCallFlowValues, name: "Flu call", flow: fluShotCall }

type Shown = {
  readonly values?: CallFlowValues
  /** What happened to the page after it opened. */
  readonly events?: ReadonlyArray<AnyEventObject>
  readonly formEvents?: ReadonlyArray<AnyEventObject>
  readonly snapshot?: CallFlowEditorSnapshot
  readonly voices?: Parameters<typeof seenReading<ReadonlyArray<OfferedVoice>>>[0]
  readonly numbers?: Parameters<typeof seenReading<ReadonlyArray<Sender>>>[0]
  readonly dark?: boolean
}
const show = async ({ values = newCallFlowValues, events = [], formEvents = [], ...shown }: Shown = {}) => {
  const opened = { type: "xstate.done.actor.open", output: values }
  const snapshot =
    shown.snapshot ??
    (after(callFlowEditorMachine, [opened, ...events], callFlowEditorWalk.input) as unknown as CallFlowEditorSnapshot)
  const editor = recorder<CallFlowEditorEvent>()
  const form = recorder<FormEvent>()
  const rendered = await render(
    <CallFlowEditorView
      page={{ snapshot, send: editor.send }}
      url={pageUrl({ new: "" }).url}
      voices={seenReading<ReadonlyArray<OfferedVoice>>(shown.voices ?? { ready: sampleVoices })}
      numbers={seenReading<ReadonlyArray<Sender>>(shown.numbers ?? { ready: sampleNumbers })}
      form={snapshot.matches("writing") ? seenForm(values, formEvents, validatorOf(IvrDraft), form.send) : undefined}
    />,
    { dark: shown.dark ?? false },
  )
  /** The flow as the form got it last. */
  const latestFlow = (): CallFlow => (form.sent.at(-1) as unknown as { readonly value: CallFlow }).value
  return { ...rendered, toPage: editor.sent, toForm: form.sent, latestFlow }
}

describe("the editor of a call flow", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ snapshot: snapshot as unknown as CallFlowEditorSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each(fluShotCall.steps.map((step) => [step._tag, step.stepId] as const))(
    "opens a step to %s with named fields, in the dark and in the light",
    async (_, stepId) => {
      for (const dark of [true, false]) {
        const { container } = await show({ values: written, events: [{ type: "step.chosen", stepId }], dark })
        const name = container.querySelector<HTMLInputElement>(".call-step-fields input")
        expect(name?.value).toBe(fluShotCall.steps[stepId - 1]?.name)
        expect(await accessibilityFaults()).toEqual([])
      }
    },
  )

  it("hears a prompt where it stands, and plays it with the words that are said", async () => {
    const { container, toPage } = await show()
    await press("Hear it")
    const heard = toPage.at(-1) as unknown as AnyEventObject
    const text = "Hello {{ firstName }}. This is {{ companyName }}."
    expect(heard).toEqual({ type: "hear.pressed", place: 1, prompt: { _tag: "Speech", text } })
    const played = await show({ events: [heard, { type: "xstate.done.actor.hear", output: heardPrompt }] })
    expect(played.container.querySelector("audio")?.getAttribute("src")).toBe(heardPrompt.address)
    expect(textOf(played.container)).toContain("“Hello Ana.”, as the voice Slt says it")
    expect(textOf(played.container)).toContain("On the phone the carrier’s own voice speaks.")
    expect(container.querySelector("audio")).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that a recording is kept that could not be uploaded, and uploads it again", async () => {
    const recording = { type: "recording.chosen", place: 1, file: new File([], "greeting.wav") }
    const { container, toPage } = await show({
      events: [recording, { type: "xstate.error.actor.take", error: unreachable() }],
    })
    expect(textOf(container)).toContain("The recording is kept here until it is uploaded or discarded.")
    expect(textOf(container)).toContain("Use or discard the new recording first: 1. Greeting.")
    const hear = buttonNamed("Hear it", container)
    expect(hear?.ariaDisabled).toBe("true")
    expect(reasonOf(hear)).toBe("A recording is not uploaded yet: upload it again or discard it first.")
    await press("Upload again")
    await press("Discard")
    expect(toPage.slice(-2)).toEqual([{ type: "upload.pressed" }, { type: "discard.pressed" }])
    const unfit = await show({ events: [recording, { type: "xstate.error.actor.take", error: unfitSound }] })
    expect(textOf(unfit.container)).toContain(unfitSound.message)
    expect(textOf(unfit.container)).not.toContain("Upload again")
  })

  it("offers voices by language, and keeps speed and pitch for the next voice as far as it has them", async () => {
    const { container, latestFlow } = await show({ values: { ...written, flow: { ...fluShotCall, voice: slowVoice } } })
    const selectOf = (name: string) =>
      container.querySelector<HTMLSelectElement>(`#callFlow-flow-${name}`) as HTMLSelectElement
    const [language, speaker] = [selectOf("voice"), selectOf("voice-voiceId")]
    const offered = (select: HTMLSelectElement) => [select.value, [...select.options].map(textOf)]
    expect(offered(language)).toEqual([
      "en-US",
      ["The carrier’s own voice", "American English", "Spanish (United States)"],
    ])
    expect(offered(speaker)).toEqual(["slt", ["Rms, male", "Slt, female"]])
    await choose(speaker, "rms")
    expect(latestFlow().voice).toMatchObject({
      voiceId: "rms",
      language: "en-US",
      gender: "male",
      speed: 0.85,
      pitch: 1.15,
    })
    await choose(language, "es-US")
    expect(latestFlow().voice).toEqual({
      ...{ voiceId: "Lupe", name: "Lupe", language: "es-US", gender: "female" },
      ...{ speed: 0.85, pitch: 1 },
    })
    await choose(language, "")
    expect(latestFlow()).not.toHaveProperty("voice")
    await choose(container.querySelector("#callFlow-flow-voice-speed") as HTMLSelectElement, "1.3")
    expect(latestFlow().voice).toEqual({ ...slowVoice, speed: 1.3 })
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers no pitch for a voice that has none, neither speed for the carrier’s own, and keeps one that is gone", async () => {
    const labels = async (voice?: CallVoice) => {
      const flow = voice === undefined ? fluShotCall : { ...fluShotCall, voice }
      const { container } = await show({ values: { ...written, flow } })
      const fields = ["voice-voiceId", "voice-speed", "voice-pitch"].map((name) =>
        container.querySelector<HTMLSelectElement>(`#callFlow-flow-${name}`),
      )
      return fields.map((field) => (field === null ? null : textOf(field.selectedOptions[0] as HTMLElement)))
    }
    expect(await labels()).toEqual([null, null, null])
    expect(await labels(slowVoice)).toEqual(["Slt, female", "15% slower", "15% higher"])
    expect(await labels({ ...slowVoice, voiceId: "Lupe", name: "Lupe", language: "es-US" })).toEqual([
      "Lupe, female",
      "15% slower",
      null,
    ])
    expect(await labels({ ...slowVoice, voiceId: "gone", name: "Ada" })).toEqual([
      ...["Ada, female, not offered any more", "15% slower", null],
    ])
  })

  it("offers hundreds of voices by languages in the order of their names, and those of one language by theirs", async () => {
    const tags = ["vi-VN", "es-US", "de-DE", "zh-CN", "en-GB", "es-MX", "ht", "ar-EG"]
    const many: ReadonlyArray<OfferedVoice> = Array.from({ length: 400 }, (_, at) => ({
      voiceId: `azure:v${at}`,
      name: `Voice ${String.fromCodePoint(65 + ((at * 7) % 26))}${at}`,
      language: tags[at % tags.length] ?? "",
      gender: at % 3 === 0 ? "male" : "female",
      hasPitch: true,
    }))
    const { container, latestFlow } = await show({
      values: { ...written, flow: { ...fluShotCall, voice: { ...slowVoice, ...many[3], gender: "male" } } },
      voices: { ready: many },
    })
    const select = (name: string) => container.querySelector<HTMLSelectElement>(`#callFlow-flow-${name}`)
    const language = select("voice") as HTMLSelectElement
    expect([...language.options].map(textOf)).toEqual([
      "The carrier’s own voice",
      "Arabic (Egypt)",
      "British English",
      "Chinese (China)",
      "German (Germany)",
      "Haitian Creole",
      "Mexican Spanish",
      "Spanish (United States)",
      "Vietnamese (Vietnam)",
    ])
    const names = [...(select("voice-voiceId")?.options ?? [])].map(textOf)
    expect(names).toHaveLength(50)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
    await choose(language, "es-US")
    const { language: spoken, gender } = latestFlow().voice as CallVoice
    expect([spoken, gender]).toEqual(["es-US", "male"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that the voices could not be read, and keeps the one that was chosen", async () => {
    const values = { ...written, flow: { ...fluShotCall, voice: slowVoice } }
    const { container } = await show({ values, voices: { failed: unreachable() } })
    expect(textOf(container)).toContain("The voices could not be read")
    const chosen = ["voice", "voice-voiceId"].map((name) =>
      textOf(container.querySelector<HTMLSelectElement>(`#callFlow-flow-${name}`)?.selectedOptions[0] as HTMLElement),
    )
    expect(chosen).toEqual(["American English", "Slt, female"])
    // A tag without a name stands for itself.
    const odd = { ...values, flow: { ...fluShotCall, voice: { ...slowVoice, language: "en-x-odd!" } } }
    const select = (await show({ values: odd })).container.querySelector<HTMLSelectElement>("#callFlow-flow-voice")
    expect(textOf(select?.selectedOptions[0] as HTMLElement)).toBe("en-x-odd!")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("takes the second click of a double click for none", async () => {
    const recording = await show({
      events: [{ type: "record.pressed", place: 1 }, { type: "recorder.started" }],
    })
    const stop = [...recording.container.querySelectorAll("button")].find((button) => textOf(button) === "Stop")
    await act(async () => {
      for (const detail of [1, 2]) stop?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }))
    })
    expect(recording.toPage).toEqual([{ type: "stop.pressed" }])
  })

  it("records a prompt by one button, with the time next to it, and keeps Save shut until it is used or discarded", async () => {
    const record = { type: "record.pressed", place: 1 }
    const started = [record, { type: "recorder.started" }, { type: "recorder.ticked", seconds: 65 }]
    const ended = [...started, { type: "recorder.ended", own: ownRecording }]
    const offered = (container: Element) =>
      [...container.querySelectorAll(".call-step-fields .call-prompt-buttons button")].map(textOf)

    const quiet = await show()
    expect(offered(quiet.container)).toEqual(["Hear it", "Record with the microphone"])
    await press("Record with the microphone", quiet.container.querySelector(".call-prompt-buttons") ?? quiet.container)
    expect(quiet.toPage).toEqual([record])

    const asking = await show({ events: [record] })
    expect(offered(asking.container)).toEqual(["Cancel"])
    expect(textOf(asking.container.querySelector(".call-heard-now"))).toContain("Allow it to record")

    const recording = await show({ events: started })
    expect(offered(recording.container)).toEqual(["Stop", "Cancel"])
    expect(textOf(recording.container.querySelector("[role=timer]"))).toBe("1:05 of 2:00 at most")
    expect(textOf(recording.container.querySelector(".call-heard-now"))).toBe("Recording")
    expect(textOf(recording.container)).toContain("Use or discard the new recording first: 1. Greeting.")
    await press("Stop", recording.container)
    expect(recording.toPage).toEqual([{ type: "stop.pressed" }])

    const recorded = await show({ events: ended })
    expect(recorded.container.querySelector("audio")?.getAttribute("src")).toBe(ownRecording.address)
    expect(offered(recorded.container)).toEqual(["Use this recording", "Discard"])
    await press("Use this recording", recorded.container)
    await press("Discard", recorded.container)
    expect(recorded.toPage).toEqual([{ type: "use.pressed" }, { type: "discard.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["refused", "does not let this page use the microphone. Allow it"],
    ["absent", "There is no microphone. Connect one"],
    ["inUse", "Another program uses the microphone. Close it there"],
    ["unable", "cannot record here. Use a recording that you have as a file."],
    ["empty", "Nothing was recorded. Press Record again."],
  ] as const)("says at the prompt what to do where the microphone is %s", async (fault, sentence) => {
    const events = [
      { type: "record.pressed", place: 1 },
      { type: "recorder.failed", fault },
    ]
    const { container } = await show({ events })
    expect(textOf(container.querySelector(".call-step-fields .call-heard-now"))).toContain(sentence)
    expect(container.querySelector(".call-step-fields")?.textContent).toContain("Record")
  })

  it("says at the prompt why a recording is not taken", async () => {
    const { container } = await show({
      events: [
        { type: "recording.chosen", place: 1, file: new File([], "greeting.wav") },
        { type: "xstate.error.actor.take", error: problem("Invalid", "This recording is silent. Record it again.") },
      ],
    })
    const fields = container.querySelector(".call-step-fields")
    expect(textOf(fields as HTMLElement)).toContain("This recording is silent. Record it again.")
  })

  it("opens another step, and closes the open one, by its line", async () => {
    const { container, toPage } = await show({ values: written })
    const line = (stepId: number) => container.querySelector<HTMLElement>(`#callFlow-step-${stepId}`)
    line(2)?.click()
    line(1)?.click()
    expect(toPage).toEqual([
      { type: "step.chosen", stepId: 2 },
      { type: "step.chosen", stepId: null },
    ])
  })

  it("adds a step after the open one and opens it", async () => {
    const { toPage, latestFlow, container } = await show({ values: written })
    await press("Menu", container.querySelector('[aria-label="Add a step"]') ?? container)
    expect(latestFlow().steps.map(({ stepId }) => stepId)).toEqual([1, 9, 2, 3, 4, 5, 6, 7, 8])
    expect(toPage).toEqual([{ type: "step.chosen", stepId: 9 }])
  })

  it("offers only what can be done to a step: the first is not moved up, and the only one is not deleted", async () => {
    const { container } = await show({ values: written, events: [{ type: "step.chosen", stepId: 1 }] })
    const offered = () => [...container.querySelectorAll(".call-step-fields > .call-buttons button")].map(textOf)
    expect(offered()).toEqual(["Delete step"])
    await show({
      values: { ...written, flow: { ...fluShotCall, steps: fluShotCall.steps.slice(0, 1) } },
      events: [{ type: "step.chosen", stepId: 1 }],
    })
    expect(document.querySelector(".call-step-fields > .call-buttons button")).toBeNull()
  })

  it("moves a step up and deletes one, whose line gives the focus to the one before", async () => {
    const { latestFlow, container } = await show({ values: written, events: [{ type: "step.chosen", stepId: 2 }] })
    await press("Move up: 2. Main menu")
    expect(latestFlow().steps[0]?.name).toBe("Main menu")
    expect(document.activeElement).toBe(container.querySelector("#callFlow-step-2"))
    await press("Delete step: 2. Main menu")
    expect(latestFlow().steps.map(({ name }) => name)).not.toContain("Main menu")
    expect(document.activeElement).toBe(container.querySelector("#callFlow-step-1"))
  })

  it("inserts a variable where a step speaks", async () => {
    const { latestFlow, container } = await show()
    container.querySelector("textarea")?.setSelectionRange(0, 0)
    await press("Insert zip")
    expect(latestFlow().steps[0]).toMatchObject({
      prompt: { text: "{{ zip }}Hello {{ firstName }}. This is {{ companyName }}." },
    })
  })

  it("lists the problems beside the chart, each leading to its step", async () => {
    const { container, toPage } = await show({ values: { ...written, flow: draftCallFlow.flow } })
    const links = [...container.querySelectorAll<HTMLAnchorElement>(".checks-problem a")]
    expect(links.map((link) => [textOf(link), link.getAttribute("href")])).toEqual([
      ["Go to 1. Main menu", "#callFlow-step-1"],
      ["Go to 1. Main menu", "#callFlow-step-1"],
    ])
    links[0]?.click()
    expect(toPage).toEqual([{ type: "step.chosen", stepId: 1 }])
  })

  it("leads from a caller ID that cannot call to its field", async () => {
    const { container } = await show({ values: { ...written, flow: { ...fluShotCall, callerId: "+14155550199" } } })
    const link = container.querySelector<HTMLAnchorElement>(".checks-problem a")
    expect([textOf(link), link?.getAttribute("href")]).toEqual(["Go to Caller ID", "#callFlow-flow-callerId"])
  })

  it("opens a step that is refused, with the error at its field", async () => {
    const steps = fluShotCall.steps.map((step) => (step.stepId === 4 ? { ...step, recordSeconds: 999 } : step)) as never
    const values = { ...written, flow: { ...fluShotCall, steps } }
    const { container } = await show({ values, formEvents: [{ type: "submit.pressed" }] })
    expect(textOf(container.querySelector("#callFlow-flow-steps-3-recordSeconds-error"))).toBe(
      "Enter 5 to 120 seconds.",
    )
    expect(textOf(container.querySelector(".notice-danger"))).toContain("4. Call-back request: Enter 5 to 120 seconds.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows what someone else saved next to what was written, step by step", async () => {
    const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")
    const theirs = {
      ...written,
      flow: { ...fluShotCall, ringSeconds: 45, voice: slowVoice, callerId: "+14155550104" },
      streamVersion: 5,
    }
    const { container } = await show({
      values: written,
      formEvents: [
        { type: "submit.pressed" },
        { type: "xstate.error.actor.submit", error: stale, actorId: "submit" },
        { type: "xstate.done.actor.theirs", output: theirs, actorId: "theirs" },
      ],
    })
    const notice = container.querySelector(".notice-warning")
    expect([...(notice?.querySelectorAll("dt") ?? [])].map(textOf)).toEqual(["Steps"])
    const added = [...(notice?.querySelectorAll("ins") ?? [])].map((one) => textOf(one).replace("added: ", ""))
    expect(added.join(" ")).toBe("(415) 555-0104 Slt, female (American English), 15% slower, 15% higher 45")
  })
})
