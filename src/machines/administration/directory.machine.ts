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
import type { DirectoryKind, DirectoryToken } from "#schemas/administration/directory.ts"

/** What may be done to the tokens of a company's directory. */
export type DirectoryVerb = "make" | "revoke"

/** What a token is made for, or the one that is revoked. */
export type DirectorySubject = { readonly name: DirectoryKind } | DirectoryToken

export type DirectoryEvent =
  | PageEvent
  | { readonly type: "make.pressed"; readonly name: DirectoryKind }
  | { readonly type: "revoke.pressed"; readonly token: DirectoryToken }

type Context = {
  /** What was done last: why it was refused stays after the toast has gone, and so does the token that was made. */
  readonly last: CommandOutput<DirectoryVerb, DirectorySubject> | null
}

const cancel = "part.cancel"

const commandOf = (event: DirectoryEvent): CommandInput<DirectoryVerb, DirectorySubject> => {
  if (event.type === "make.pressed") return { verb: "make", subject: { name: event.name } }
  const { token } = event as Extract<DirectoryEvent, { readonly type: "revoke.pressed" }>
  return {
    verb: "revoke",
    subject: token,
    question: {
      title: "directory.revoke.title",
      text: [{ word: "directory.revoke.text", values: { name: token.name } }],
      confirm: "directory.revoke",
      cancel,
      isDestructive: true,
    },
  }
}

/** The part of `/user` by which a company's own directory is connected: where it calls, and its tokens (docs/policy.md#users). */
export const directoryMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as DirectoryEvent },
  actors: { directory: readingMachine, command: commandMachine },
  guards: { isCancelled },
  actions: {
    reread: sendTo("directory", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<DirectoryVerb, DirectorySubject>({ event }) })),
  },
}).createMachine({
  id: "directory",
  context: { last: null },
  invoke: { id: "directory", src: "directory", input: { params: {} } },
  initial: "viewing",
  states: {
    viewing: {
      description: "Shows where the directory calls, and the tokens that work.",
      meta: { actions: [] },
      on: {
        "make.pressed": { target: "changing", actions: "clearLast" },
        // The token that was made still stands: it may not be copied yet.
        "revoke.pressed": "changing",
      },
    },
    changing: {
      description: "Makes a token, or asks and revokes one.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => commandOf(event as DirectoryEvent),
        onDone: [
          { guard: "isCancelled", target: "viewing" },
          { target: "viewing", actions: ["setLast", "reread"] },
        ],
      },
    },
  },
})

export type DirectorySnapshot = SnapshotFrom<typeof directoryMachine>

/** The token that was made last: it is shown until the page is left, and never again. */
export const tokenMade = ({ context: { last } }: DirectorySnapshot): string | null =>
  last?.verb === "make" && last.outcome === "done" && typeof last.answer === "string" ? last.answer : null
