import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import { idIn, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { ReplyRulesValues } from "#schemas/outreach/replyRule.ts"
import type { Problem } from "#schemas/problem.ts"

export type ReplyRulesEvent = PageEvent | { readonly type: "retry.pressed" } | { readonly type: "draft.changed" }

type Context = {
  readonly search: Search
  /** What the form opened with, and what it holds. */
  readonly opened: ReplyRulesValues | null
  readonly values: ReplyRulesValues | null
  /** Whether the form has no errors: only then can the rules be tried. */
  readonly isWhole: boolean
  readonly problem: Problem | null
}

type Chosen = { readonly temphashedId: string }

const formOf = (event: unknown) => (event as { readonly snapshot: FormSnapshot }).snapshot.context
const valuesOf = (event: unknown): ReplyRulesValues => formOf(event).values as unknown as ReplyRulesValues
const chosen = ({ search }: Context): Chosen => ({ temphashedId: idIn(search) ?? "" })
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** `/sms?id=…&tab=replies`: the rules for replies to a template's texts, tried on past replies while they are written. */
export const replyRulesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as ReplyRulesEvent, tags: {} as "busy" },
  actors: {
    tried: readingMachine,
    open: fromPromise<ReplyRulesValues, Chosen>(unprovided),
    form: formMachine,
  },
  guards: {
    changesValues: ({ context, event }) => !isSame(valuesOf(event), context.values),
    isWhole: ({ context }) => context.isWhole,
    isLeft,
  },
  actions: {
    setOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: ReplyRulesValues }).output
      return { opened, values: opened, isWhole: true, problem: null }
    }),
    setValues: assign(({ event }) => ({
      values: valuesOf(event),
      isWhole: formOf(event).errors.length === 0,
    })),
    sendDraft: raise({ type: "draft.changed" }),
    sendRules: sendTo("tried", ({ context }) => ({ type: "params.changed", params: context.values })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "replyRules",
  context: ({ input }) => ({ search: input.search, opened: null, values: null, isWhole: false, problem: null }),
  invoke: { id: "tried", src: "tried", input: { params: null } },
  initial: "opening",
  states: {
    opening: {
      description: "Reads the rules.",
      tags: "busy",
      meta: { heading: "replyRules.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => chosen(context),
        onDone: { target: "writing", actions: ["setOpened", "sendRules"] },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "No rules to show; Retry stands in their place.",
      meta: { heading: "replyRules.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person writes rules; the trial follows.",
      meta: { heading: "replyRules.title", actions: ["replyRules.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.opened } }),
        onSnapshot: [{ guard: "changesValues", actions: ["setValues", "sendDraft"] }, { actions: "setValues" }],
        // Saved or undone: what the server has is read again.
        onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
      },
      initial: "settled",
      on: { "draft.changed": ".pausing" },
      states: {
        settled: { description: "The trial is of the last rules without errors." },
        pausing: {
          description: "Waits for a pause in writing.",
          after: {
            typingPause: [{ guard: "isWhole", target: "settled", actions: "sendRules" }, { target: "settled" }],
          },
        },
      },
    },
    left: { type: "final", description: "The person went on; the page ends with it." },
  },
})

export type ReplyRulesSnapshot = SnapshotFrom<typeof replyRulesMachine>
