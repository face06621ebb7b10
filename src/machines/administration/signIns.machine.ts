import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  outputOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { SignIns } from "#schemas/administration/profile.ts"

/** What may be done to one's own sign-ins. */
export type SignInsVerb = "end"

export type SignInsEvent = PageEvent | { readonly type: "end.pressed"; readonly signIns: SignIns }

type Context = {
  /** What ended last: why it was refused stays after the toast has gone. */
  readonly last: CommandOutput<SignInsVerb, SignIns> | null
}

const commandOf = (subject: SignIns): CommandInput<SignInsVerb, SignIns> => ({
  verb: "end",
  subject,
  question: {
    title: "signIns.end.title",
    text: [{ word: "signIns.end.text" }],
    confirm: "signIns.end",
    cancel: "part.cancel",
  },
})

/** The part of `/profile` that shows where one is signed in, and ends it elsewhere (docs/policy.md#profile). */
export const signInsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as SignInsEvent },
  actors: { signIns: readingMachine, command: commandMachine },
  guards: {
    isCancelled,
  },
  actions: {
    reread: sendTo("signIns", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<SignInsVerb, SignIns>({ event }) })),
  },
}).createMachine({
  id: "signIns",
  context: { last: null },
  invoke: { id: "signIns", src: "signIns", input: { params: {} } },
  initial: "viewing",
  states: {
    viewing: {
      description: "Shows from where and by which device the person signed in.",
      meta: { actions: [] },
      on: { "end.pressed": { target: "ending", actions: "clearLast" } },
    },
    ending: {
      description: "Asks, and ends all sign-ins but this one.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => commandOf((event as Extract<SignInsEvent, { readonly type: "end.pressed" }>).signIns),
        onDone: [
          { guard: "isCancelled", target: "viewing" },
          { target: "viewing", actions: ["setLast", "reread"] },
        ],
      },
    },
  },
})

export type SignInsSnapshot = SnapshotFrom<typeof signInsMachine>
