import { promptAt } from "#machines/outreach/callFlowDraft.ts"
import type { CallFlowValues } from "#machines/outreach/callFlowEditor.machine.ts"
import type { FormSnapshot } from "#machines/session/form.machine.ts"
import { words } from "#schemas/words.ts"
import { callFlowEditorWalk } from "#tests/machines/outreach/callFlowEditor.walk.ts"
import { reopen } from "./actions.ts"
import { endForm } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName } from "./things.ts"

/** What is done with the prompt of the first step, whose fields are open then. */
const ofPrompt: ReadonlySet<string> = new Set(["hear.pressed", "recording.chosen", "record.pressed"])

/** What the page asks the browser's microphone for, and what it got. */
type Asked = { readonly allow: () => void; readonly refuse: () => void; stream?: MediaStream }
type AskingWindow = Window & { asked?: Asked }

/** The browser's question about the microphone waits until the path answers it. */
const holdMicrophone = ({ page }: Stage): Promise<void> =>
  page.evaluate(() => {
    const devices = navigator.mediaDevices
    // The page may be held already by the path before.
    const ask = MediaDevices.prototype.getUserMedia.bind(devices)
    devices.getUserMedia = (wanted) => {
      const { promise, resolve, reject } = Promise.withResolvers<MediaStream>()
      const asked: Asked = {
        allow: () => resolve(ask(wanted).then((stream) => (asked.stream = stream))),
        refuse: () => reject(new DOMException("", "NotAllowedError")),
      }
      ;(window as AskingWindow).asked = asked
      return promise
    }
  })

const allowMicrophone = ({ page }: Stage): Promise<void> => page.evaluate(() => (window as AskingWindow).asked?.allow())
const refuseMicrophone = ({ page }: Stage): Promise<void> =>
  page.evaluate(() => (window as AskingWindow).asked?.refuse())
/** As when its plug is pulled out: what was recorded until then is a recording. */
const unplugMicrophone = ({ page }: Stage): Promise<void> =>
  page.evaluate(() => (window as AskingWindow).asked?.stream?.getTracks().forEach((track) => track.stop()))

/** Presses a button of the prompt whose fields are open. */
const pressAtPrompt = ({ page }: Stage, name: string | RegExp): Promise<void> =>
  page.locator(".call-step-fields .call-prompt-buttons").getByRole("button", { name, exact: true }).click()

/** It is called by what it does: nothing is recorded yet, or something is. */
const discards = new RegExp(`^(${words["part.cancel"]}|${words["callFlow.record.discard"]})$`)

/** What the recorder can come to, by the state that it is in. */
const recorderSays = {
  asking: ["recorder.started", "recorder.failed"],
  recording: ["recorder.ticked", "recorder.ended"],
  finishing: ["recorder.ended"],
  recorded: [],
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

/** What can be done in the page while the microphone is recorded for a prompt. */
const whileRecorded = (state: keyof typeof recorderSays, type: string): boolean => {
  if (state === "finishing") return type === "recorder.ended"
  const says: ReadonlyArray<string> = recorderSays[state]
  return type.startsWith("recorder.") ? says.includes(type) : !ofPrompt.has(type) && !type.startsWith("xstate.done")
}

const hasGreeting = ({ flow }: CallFlowValues): boolean => flow.steps.some(({ stepId }) => stepId === 1)

const fillName = ({ page }: Stage): Promise<void> => page.locator("#callFlow-name").fill(freshName("Flu call"))

const shownBy = (event: { readonly snapshot: FormSnapshot }) =>
  event.snapshot.context.values as unknown as CallFlowValues

const isSameFlow = (left: CallFlowValues, right: CallFlowValues): boolean =>
  JSON.stringify(left.flow) === JSON.stringify(right.flow)

/** Opens a step of the outline by its line, or closes the one that is open. */
const choose = async ({ page }: Stage, stepId: number | null): Promise<void> => {
  if (stepId !== null) return page.locator(`#callFlow-step-${stepId}[aria-expanded=false]`).click()
  return page.locator(".call-step-head[aria-expanded=true]").click()
}

/** The editor of a call flow: a step opened, written, saved, and left. */
export const callFlowEditorDriver: Driver = {
  walks: {
    open: {
      ...callFlowEditorWalk,
      // A step's line closes it while it is open, and opens it while it is not.
      allows: (snapshot, event) => {
        // A prompt is made into sound before anything else is done; while a recording is taken, steps can be opened.
        if (snapshot.matches({ writing: "speaking" })) return event.type.endsWith(".actor.hear")
        if (snapshot.matches({ writing: "taking" }) && event.type !== "step.chosen")
          return event.type.endsWith(".actor.take")
        const { writing } = snapshot.value as { readonly writing?: { readonly microphone?: keyof typeof recorderSays } }
        if (writing?.microphone !== undefined && !whileRecorded(writing.microphone, event.type)) return false
        if ((event.type === "use.pressed" || event.type === "discard.pressed") && snapshot.context.stepId !== 1)
          return false
        // The step that is recorded for can be deleted: its line closes before, which ends what is not recorded yet.
        const { values } = snapshot.context as { readonly values: CallFlowValues | null }
        if (values !== null && !hasGreeting(values)) return event.type.startsWith("xstate.done.actor.form")
        if (event.type === "xstate.snapshot.form" && !hasGreeting(shownBy(event as never)))
          return writing?.microphone === "recorded" && snapshot.context.stepId === 1
        // Its text can be written while its step is open.
        if (event.type === "xstate.snapshot.form" && snapshot.context.stepId !== 1)
          return isSameFlow(snapshot.context.values as CallFlowValues, shownBy(event as never))
        // A recording that could not be uploaded is uploaded again, discarded or replaced before anything else.
        if (
          snapshot.matches({ writing: "notTaken" }) &&
          (event.type === "hear.pressed" || event.type.startsWith("xstate.done"))
        )
          return false
        if (ofPrompt.has(event.type) || event.type === "upload.pressed") return snapshot.context.stepId === 1
        return event.type !== "step.chosen" || event["stepId"] !== snapshot.context.stepId
      },
    },
  },
  holds: {
    open: "**/api/Campaign/GenerateId?*",
    hear: "**/api/Translate/GetSpeech?*",
    take: "**/api/Outreach/UploadAudio",
  },
  open: async (stage) => {
    await reopen(stage, "/ivr?new=")
    await holdMicrophone(stage)
  },
  handlers: {
    "step.chosen": (stage, { event }) => choose(stage, event["stepId"] as number | null),
    "xstate.snapshot.form": async ({ page }, { event }) => {
      const { name, flow } = shownBy(event as never)
      if (!hasGreeting({ flow } as CallFlowValues))
        return page
          .getByRole("button", { name: `${words["callFlow.remove"]}:` })
          .first()
          .click()
      await page.locator("#callFlow-name").fill(name)
      await page.locator("#callFlow-flow-voice").selectOption(flow.voice?.language ?? "")
      if (flow.voice !== undefined) {
        await page.locator("#callFlow-flow-voice-voiceId").selectOption(flow.voice.voiceId)
        await page.locator("#callFlow-flow-voice-speed").selectOption(String(flow.voice.speed))
        await page.locator("#callFlow-flow-voice-pitch").selectOption(String(flow.voice.pitch))
      }
      const prompt = promptAt(flow, 1)
      const text = page.locator(".call-step-fields .message-field textarea").first()
      if (prompt?._tag === "Speech" && (await text.isVisible())) await text.fill(prompt.text)
    },
    "hear.pressed": ({ press }) => press(words["callFlow.hear"]),
    "recording.chosen": ({ page }) =>
      page.locator(".call-step-fields input[type=file]").setInputFiles("tests/server/speech/spoken.mp3"),
    "upload.pressed": ({ press }) => press(words["callFlow.upload.again"]),
    "record.pressed": (stage) => pressAtPrompt(stage, words["callFlow.record"]),
    "recorder.started": allowMicrophone,
    "recorder.failed": refuseMicrophone,
    // The recorder counts by the page's clock.
    "recorder.ticked": ({ pass }, { event }) => pass((event["seconds"] as number) * 1_000),
    "recorder.ended": unplugMicrophone,
    "stop.pressed": (stage) => pressAtPrompt(stage, words["callFlow.record.stop"]),
    "use.pressed": (stage) => pressAtPrompt(stage, words["callFlow.record.use"]),
    "discard.pressed": ({ page }) =>
      page.locator(".call-step-fields").getByRole("button", { name: discards, exact: true }).click(),
    "retry.pressed": ({ press }) => press(words["part.retry"]),
    "xstate.done.actor.form": endForm({
      change: fillName,
      back: words["callFlows.title"],
      done: async (stage) => {
        await fillName(stage)
        await stage.press(words["template.save"])
      },
    }),
  },
}
