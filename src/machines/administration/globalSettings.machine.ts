import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { GlobalSettings, GlobalSettingsReply } from "#schemas/administration/globalSettings.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the form holds: the settings, and the version they were read at. */
export type GlobalSettingsValues = GlobalSettings & { readonly streamVersion: number }

export type GlobalSettingsEvent = PageEvent | { readonly type: "retry.pressed" }

type Context = {
  readonly opened: GlobalSettingsReply | null
  readonly problem: Problem | null
}

/** What a form of the rules opens with. */
export const valuesIn = ({ settings, version }: GlobalSettingsReply): GlobalSettingsValues => ({
  ...settings,
  streamVersion: version,
})

/** `/global?section=rules`: what holds for all companies; saved in place. */
export const globalSettingsMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as GlobalSettingsEvent,
    tags: {} as "busy",
  },
  actors: { open: fromPromise<GlobalSettingsReply>(unprovided), form: formMachine },
  guards: { isLeft },
  actions: {
    setOpened: assign(({ event }) => ({
      opened: (event as unknown as { readonly output: GlobalSettingsReply }).output,
      problem: null,
    })),
    setProblem: assign({ problem: ({ event }) => problemOf(event) }),
  },
}).createMachine({
  id: "globalSettings",
  context: { opened: null, problem: null },
  initial: "opening",
  states: {
    opening: {
      description: "Reads what holds for all companies.",
      tags: "busy",
      meta: { heading: "global.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing can be shown; Retry stands in its place.",
      meta: { heading: "global.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "Shows the rules; they can be changed and saved.",
      meta: { heading: "global.title", actions: ["globalSettings.save", "globalSettings.undo"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: context.opened === null ? {} : valuesIn(context.opened) }),
        // Saved or undone: what the server has is read again.
        onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
      },
    },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type GlobalSettingsSnapshot = SnapshotFrom<typeof globalSettingsMachine>
