import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { GlobalSettings, GlobalSettingsReply } from "#schemas/administration/settings.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the form holds: the settings, and the version they were read at. */
export type RulesValues = GlobalSettings & { readonly streamVersion: number }

export type GlobalRulesEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

type Context = {
  readonly opened: GlobalSettingsReply | null
  readonly problem: Problem | null
  /** What the form opened with, and its values as they stand, so that leaving knows them. */
  readonly initial: RulesValues | null
  readonly values: RulesValues | null
  readonly leavingTo: string | null
}

/** What a form of the rules opens with. */
export const valuesIn = ({ settings, version }: GlobalSettingsReply): RulesValues => ({
  ...settings,
  streamVersion: version,
})
const isChanged = ({ initial, values }: Context): boolean => JSON.stringify(initial) !== JSON.stringify(values)

/** `/global?section=rules`: what holds for all companies; saved in place, and leaving with unsaved changes is asked about. */
export const globalRulesMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as GlobalRulesEvent,
    tags: {} as "busy",
  },
  actors: { open: fromPromise<GlobalSettingsReply>(unprovided), form: formMachine },
  actions: {
    takeOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: GlobalSettingsReply }).output
      return { opened, initial: valuesIn(opened), values: valuesIn(opened), problem: null }
    }),
    takeProblem: assign({ problem: ({ event }) => problemOf(event) }),
    // Where the person took what somebody else had saved, that is what the form has opened with.
    takeValues: assign(({ event }) => {
      const { initial, values } = (event as unknown as { readonly snapshot: FormSnapshot }).snapshot.context
      return { initial: initial as unknown as RulesValues, values: values as unknown as RulesValues }
    }),
    takeTarget: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    leave: () => undefined,
  },
}).createMachine({
  id: "globalRules",
  context: { opened: null, initial: null, problem: null, values: null, leavingTo: null },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what holds for all companies.",
      tags: "busy",
      meta: { heading: "global.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        onDone: { target: "writing", actions: "takeOpened" },
        onError: { target: "couldNotOpen", actions: "takeProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing can be shown; Retry stands in its place.",
      meta: { heading: "global.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "Shows the rules; they can be changed and saved.",
      meta: { heading: "global.title", actions: ["rules.save", "rules.undo"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.values } }),
        // Saved or undone: what the server has is read again.
        onDone: "opening",
        onSnapshot: { actions: "takeValues" },
      },
      initial: "staying",
      states: {
        staying: {
          description: "The person has not asked to leave.",
          on: {
            // Sent only when something would be lost: `wiring/leaving.ts` asks first.
            "leave.asked": { target: "asking", actions: "takeTarget" },
          },
        },
        asking: {
          description: "Asks whether the unsaved changes may be lost.",
          meta: { heading: "leave.title", actions: ["leave.stay", "leave.go"] },
          on: {
            "leave.confirmed": "#globalRules.left",
            "leave.cancelled": "staying",
            "leave.asked": { actions: "takeTarget" },
          },
        },
      },
    },
    left: { type: "final", description: "The person went on without saving.", entry: "leave" },
  },
})

export type GlobalRulesSnapshot = SnapshotFrom<typeof globalRulesMachine>

/** Whether going away now would lose something. */
export const losesRulesChanges = (snapshot: GlobalRulesSnapshot): boolean =>
  snapshot.matches("writing") && isChanged(snapshot.context)
