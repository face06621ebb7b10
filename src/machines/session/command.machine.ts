import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { Problem } from "#schemas/problem.ts"
import type { WordId } from "#schemas/words.ts"

/** Above this many people confirming asks for their number to be typed (docs/policy.md#confirmation). */
export const typedConfirmationAbove = 1_000

/** One sentence of a question, by its word. */
type Sentence = { readonly word: WordId; readonly values?: Readonly<Record<string, string | number>> }

/** What a person is asked before a command is sent, by the ids of its words. */
export type Question = {
  readonly title: WordId
  readonly text: ReadonlyArray<Sentence>
  readonly confirm: WordId
  readonly cancel: WordId
  readonly isDestructive?: boolean
  /** With it the people it concerns are counted first: what is said meanwhile, and the label under which a large number is typed. */
  readonly counting?: { readonly meanwhile: WordId; readonly label: WordId }
}

/** Which stored thing a command was decided on, and which version of it was on the screen. */
export type SeenVersion = { readonly id: string; readonly version: number }

/** What a page's chart asks for. */
export type CommandInput<Verb extends string = string, Subject = unknown> = {
  readonly verb: Verb
  /** What it is done to: the very object of the page, by which a command that got no answer is known again. */
  readonly subject: Subject
  /** Without it the command is sent at once. */
  readonly question?: Question
  /** Where the server compares versions. */
  readonly seen?: SeenVersion
}

/** How many people a command concerns, and what else was found out about them. */
export type Count = { readonly people: number; readonly details: unknown }

/** What became of a command. */
export type CommandOutput<Verb extends string = string, Subject = unknown> = CommandInput<Verb, Subject> & {
  readonly outcome: "done" | "refused" | "cancelled"
  readonly problem: Problem | null
  readonly answer: unknown
}

/** What a person does while they are asked. */
export type CommandEvent =
  | { readonly type: "typed.changed"; readonly typed: string }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "cancel.pressed" }

type Context = CommandInput & {
  readonly count: Count | null
  readonly typed: string
  readonly outcome: CommandOutput["outcome"]
  readonly problem: Problem | null
  readonly answer: unknown
}

/** Whether a count is so large that it must be typed. */
export const wantsTyping = ({ people }: Count): boolean => people > typedConfirmationAbove

const isConfirmable = ({ count, typed }: Context): boolean => {
  if (count === null) return true
  if (count.people === 0) return false
  return !wantsTyping(count) || typed.replaceAll(/\D/g, "") === String(count.people)
}

/**
 * The one chart of everything that is done to a stored thing besides writing it:
 * asked about where it has a question, sent, and done or refused. Wiring provides
 * `count` and `run` (actors: counting the people it concerns, and sending it); the chart
 * ends with what became of it as its output, and the page's chart reads again what it changed.
 */
export const commandMachine = setup({
  types: {
    input: {} as CommandInput,
    context: {} as Context,
    events: {} as CommandEvent,
    output: {} as CommandOutput,
    tags: {} as "busy",
  },
  actors: {
    count: fromPromise<Count, CommandInput>(unprovided),
    run: fromPromise<unknown, CommandInput>(unprovided),
  },
  guards: {
    isCounted: ({ context }) => context.question?.counting !== undefined,
    isAsked: ({ context }) => context.question !== undefined,
    isConfirmable: ({ context }) => isConfirmable(context),
    isNotConfirmable: ({ context }) => !isConfirmable(context),
  },
  actions: {
    setCount: assign(({ event }) => ({ count: (event as unknown as { readonly output: Count }).output })),
    setTyped: assign(({ event }) => (event.type === "typed.changed" ? { typed: event.typed } : {})),
    setAnswer: assign(({ event }) => ({
      outcome: "done" as const,
      answer: (event as unknown as { readonly output: unknown }).output,
    })),
    setProblem: assign(({ event }) => ({ outcome: "refused" as const, problem: problemOf(event) })),
  },
}).createMachine({
  id: "command",
  context: ({ input }) => ({ ...input, count: null, typed: "", outcome: "cancelled", problem: null, answer: null }),
  initial: "deciding",
  output: ({ context: { count: _, typed: __, ...output } }) => output,
  states: {
    deciding: {
      description: "Looks whether the person is asked first.",
      always: [
        { guard: "isCounted", target: "counting" },
        { guard: "isAsked", target: "asking" },
        { target: "running" },
      ],
    },
    counting: {
      description: "Counts the people it concerns; the question is open already.",
      tags: "busy",
      invoke: {
        id: "count",
        src: "count",
        input: ({ context }) => context,
        onDone: { target: "asking", actions: "setCount" },
        onError: { target: "refused", actions: "setProblem" },
      },
      on: { "cancel.pressed": "cancelled" },
    },
    asking: {
      description: "Asks the person, who reads what will be affected.",
      initial: "unready",
      on: { "typed.changed": { actions: "setTyped" }, "cancel.pressed": "cancelled" },
      states: {
        unready: {
          description: "It concerns no one, or their number is not typed yet.",
          always: { guard: "isConfirmable", target: "ready" },
        },
        ready: {
          description: "It can be confirmed; a large number was typed.",
          always: { guard: "isNotConfirmable", target: "unready" },
          on: { "confirm.pressed": "#command.running" },
        },
      },
    },
    running: {
      description: "The command is with the server.",
      tags: "busy",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context }) => context,
        onDone: { target: "done", actions: "setAnswer" },
        onError: { target: "refused", actions: "setProblem" },
      },
    },
    done: { type: "final", description: "The server did it; the page reads again what it changed." },
    refused: { type: "final", description: "It was not done, or no answer came; the page shows why." },
    cancelled: { type: "final", description: "The person thought better of it; nothing was sent." },
  },
})

export type CommandSnapshot = SnapshotFrom<typeof commandMachine>

/** The verb of the press that asks for a command. */
export const verbOf = <Verb extends string>({ type }: { readonly type: `${Verb}.pressed` }): Verb =>
  type.slice(0, -".pressed".length) as Verb

type Ended = { readonly event: unknown }

/** What a page's chart hears from a command that ended. */
export const outputOf = <Verb extends string, Subject>({ event }: Ended) =>
  (event as { readonly output: CommandOutput<Verb, Subject> }).output

/** The guard by which a page's chart knows that nothing was sent. */
export const isCancelled = (ended: Ended): boolean => outputOf(ended).outcome === "cancelled"

/** The guard by which a page's chart knows that what it shows is no more. */
export const isDeleted = (ended: Ended): boolean => {
  const { verb, outcome } = outputOf(ended)
  return verb === "delete" && outcome === "done"
}

/**
 * Whether a thing is on the screen as it was before one's own command changed it:
 * the next command waits until it is read again, or it would meet the person's own
 * change as someone else's.
 * @param last the command that ended last.
 */
export const isOutdated = (
  last: Pick<CommandOutput, "outcome" | "seen"> | null,
  { id, version }: SeenVersion,
): boolean => last?.outcome === "done" && last.seen?.id === id && version <= last.seen.version
