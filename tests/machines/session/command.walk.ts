import type { AnyMachineSnapshot } from "xstate"
import {
  commandMachine,
  outputOf,
  typedConfirmationAbove,
  type CommandInput,
  type CommandOutput,
  type CommandSnapshot,
} from "#machines/session/command.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import type { ChartWalk, Walk } from "#tests/paths/walk.ts"

/** A command that is sent at once. */
export const atOnce: CommandInput = { verb: "pause", subject: { name: "Spring" } }

/** One that is asked about. */
export const asked: CommandInput = {
  verb: "delete",
  subject: { name: "Spring" },
  seen: { id: "spring", version: 3 },
  question: {
    title: "template.delete.title",
    text: [{ word: "template.delete.text", values: { name: "Spring" } }],
    confirm: "template.delete",
    cancel: "part.cancel",
    isDestructive: true,
  },
}

/** One whose people are counted before it is asked about. */
export const counted: CommandInput = {
  verb: "launch",
  subject: { name: "Spring" },
  question: {
    title: "campaign.launch.title",
    text: [],
    confirm: "campaign.launch",
    cancel: "part.cancel",
    counting: { meanwhile: "campaign.launch.checking", label: "campaign.launch.type" },
  },
}

/** So many that their number is typed. */
export const many = typedConfirmationAbove + 204

const count = (people: number) => ({ output: { people, details: null } })
const answered = { run: [{ output: undefined }, { error: notFound() }] }
const confirmed = { type: "confirm.pressed" }

/** Everything that can happen to a command that is sent at once. */
export const atOnceWalk: ChartWalk = { machine: commandMachine, input: atOnce, events: [], outcomes: answered }

/** The same for one that is asked about; it is cancelled as one whose people are counted. */
export const askedWalk: ChartWalk = { machine: commandMachine, input: asked, events: [confirmed], outcomes: answered }

/** The same for one whose people are counted first: no one, some, or so many that their number is typed. */
export const countedWalk: ChartWalk = {
  machine: commandMachine,
  input: counted,
  events: [
    confirmed,
    { type: "cancel.pressed" },
    { type: "typed.changed", typed: "1" },
    { type: "typed.changed", typed: many.toLocaleString("en") },
  ],
  outcomes: {
    count: [count(0), count(12), count(many), { error: problem("NotAllowedNow", "The list is gone.") }],
    run: answered.run,
  },
  key: ({ context }) => [context.typed, context.count?.people, context.problem?.problem],
}

type Ended = Pick<CommandOutput, "verb" | "subject" | "outcome"> & Partial<CommandOutput>

/** What a page hears from a command that ended. */
export const ended = (output: Ended) => ({ output: { problem: null, answer: null, ...output } })

/** The same as it reaches the page's chart. */
export const commandEnded = (output: Ended) => ({
  type: "xstate.done.actor.command",
  actorId: "command",
  ...ended(output),
})

/** The verb of the command that a page's chart has under way; undefined where it has none. */
export const verbUnderWay = ({ children }: Pick<AnyMachineSnapshot, "children">): string | undefined =>
  (children["command"]?.getSnapshot() as CommandSnapshot | undefined)?.context.verb

/** What comes of a command is of the one that was begun. */
export const isOfItsCommand: NonNullable<Walk["allows"]> = (snapshot, event) =>
  event.type !== "xstate.done.actor.command" || outputOf({ event }).verb === verbUnderWay(snapshot)

/** In a real page nothing else is within reach meanwhile: what is sent ends before anything else begins, and a question stands in front of the page. */
export const isWithinReach: NonNullable<Walk["allows"]> = (snapshot, event) =>
  isOfItsCommand(snapshot, event) && (verbUnderWay(snapshot) === undefined || event.type.startsWith("xstate."))
