import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { CallFlow, StepId } from "#schemas/outreach/callFlow.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the editor's form holds; the number is reserved or read before the form opens. */
export type CallFlowValues = {
  /** The public id; null until the server has answered the first saving. */
  readonly temphashedId: string | null
  readonly templateId: TemplateId
  readonly name: string
  readonly purpose: Purpose
  readonly flow: CallFlow
  /** The version these values were made from, as the server gets it; 0 for a new call flow. */
  readonly streamVersion: number
}

export type CallFlowEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  /** Opens a step of the outline to write in it; null closes it. */
  | { readonly type: "step.chosen"; readonly stepId: StepId | null }

type Context = {
  /** The public id of the call flow to edit; null writes a new one. */
  readonly asked: string | null
  readonly problem: Problem | null
  /** What the form opens with. */
  readonly values: CallFlowValues | null
  /** The step that is open in the outline. */
  readonly stepId: StepId | null
  /** The public id of what was saved. */
  readonly saved: string | null
}

/** `/ivr?new` and `/ivr?edit=…`: writes a call flow as an outline, one step open at a time; the chart beside it follows. */
export const callFlowEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as CallFlowEditorEvent,
    tags: {} as "busy" | "guarded",
  },
  actors: {
    open: fromPromise<CallFlowValues, { readonly temphashedId: string | null }>(unprovided),
    form: formMachine,
  },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => {
      const { output } = event as unknown as { readonly output: CallFlowValues }
      return { values: output, stepId: output.flow.steps[0]?.stepId ?? null, problem: null }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setStep: assign(({ event }) => (event.type === "step.chosen" ? { stepId: event.stepId } : {})),
    setSaved: assign(({ event }) => {
      const { value } = (event as unknown as { readonly output: { readonly value: Ivr } }).output
      return { saved: value.hashedId }
    }),
    showCallFlow: () => undefined,
  },
}).createMachine({
  id: "callFlowEditor",
  context: ({ input }) => ({
    asked: input.search["edit"] ?? null,
    problem: null,
    values: null,
    stepId: null,
    saved: null,
  }),
  initial: "opening",
  states: {
    opening: {
      description: "Reserves an id for a new call flow, or reads the one to edit.",
      tags: "busy",
      meta: { heading: "callFlow.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => ({ temphashedId: context.asked }),
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "callFlow.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person writes; the chart and the checks follow.",
      meta: { heading: "callFlow.editor.title", actions: ["template.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.values } }),
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "saved", actions: "setSaved" },
        ],
      },
      on: { "step.chosen": { actions: "setStep" } },
    },
    saved: { type: "final", description: "The call flow is saved and shown alone.", entry: "showCallFlow" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type CallFlowEditorSnapshot = SnapshotFrom<typeof callFlowEditorMachine>
