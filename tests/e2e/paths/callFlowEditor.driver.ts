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
const ofPrompt: ReadonlySet<string> = new Set(["hear.pressed", "recording.chosen"])

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
        // Its text can be written while its step is open.
        if (event.type === "xstate.snapshot.form" && snapshot.context.stepId !== 1)
          return isSameFlow(snapshot.context.values as CallFlowValues, shownBy(event as never))
        if (ofPrompt.has(event.type)) return snapshot.context.stepId === 1
        return event.type !== "step.chosen" || event["stepId"] !== snapshot.context.stepId
      },
    },
  },
  holds: {
    open: "**/api/Campaign/GenerateId?*",
    hear: "**/api/Translate/GetSpeech?*",
    take: "**/api/Outreach/UploadAudio",
  },
  open: (stage) => reopen(stage, "/ivr?new="),
  handlers: {
    "step.chosen": (stage, { event }) => choose(stage, event["stepId"] as number | null),
    "xstate.snapshot.form": async ({ page }, { event }) => {
      const { name, flow } = shownBy(event as never)
      await page.locator("#callFlow-name").fill(name)
      await page.locator("#callFlow-flow-voice").selectOption(flow.voice?.voiceId ?? "")
      if (flow.voice !== undefined) {
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
