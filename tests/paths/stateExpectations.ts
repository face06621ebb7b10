import type { AnyMachineSnapshot } from "xstate"
import { commandMachine, type CommandSnapshot, type Question } from "#machines/session/command.machine.ts"

/** A heading and actions, by the ids of their words; before the words are loaded, by the words. */
export type Meta = { readonly heading?: string; readonly actions?: ReadonlyArray<string> }

/** The command that a chart has under way, or the chart itself where it is one. */
const commandIn = (snapshot: AnyMachineSnapshot): CommandSnapshot | undefined => {
  const isCommand = (snapshot as { readonly machine?: { readonly id: string } }).machine?.id === commandMachine.id
  return (isCommand ? snapshot : snapshot.children["command"]?.getSnapshot()) as CommandSnapshot | undefined
}

/** What a chart asks the person before a command; undefined where it asks nothing. */
export const questionIn = (snapshot: AnyMachineSnapshot): Question | undefined => commandIn(snapshot)?.context.question

const asked = (command: CommandSnapshot | undefined): Meta | undefined => {
  const question = command?.context.question
  if (command?.status !== "active" || question === undefined) return undefined
  const { title, confirm, cancel } = question
  if (command.matches("running")) return { heading: title, actions: [] }
  return { heading: title, actions: command.matches({ asking: "ready" }) ? [confirm, cancel] : [cancel] }
}

/** What the states in force promise; a question before a command stands in front of the page, which is out of reach. */
export const expectationsOf = (snapshot: AnyMachineSnapshot): ReadonlyArray<Meta> => {
  const question = asked(commandIn(snapshot))
  if (question !== undefined) return [question]
  return (Object.values(snapshot.getMeta()) as ReadonlyArray<Meta | undefined>).filter((meta) => meta !== undefined)
}
