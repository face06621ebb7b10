import type { AnyEventObject, AnyMachineSnapshot } from "xstate"
import type { CommandOutput, Question } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { promisedBy } from "./pathFile.ts"
import { questionIn } from "./stateExpectations.ts"
import type { Step } from "./walk.ts"

/** What a state promises is a word's id, or the word itself where the words are not loaded yet. */
export const wordOf = (id: string): string => (words as Readonly<Record<string, string>>)[id] ?? id

const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[._-]+/g, " ")
    .toLowerCase()
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
const maxShown = 160
const shown = (value: unknown): string => {
  const text = (JSON.stringify(value) ?? "").replaceAll("`", "'")
  return `\`${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}\``
}

/** Milliseconds as a person says them. */
export const duration = (millis: number): string => {
  if (millis < 1_000) return `${millis} ms`
  const seconds = millis / 1_000
  if (seconds < 120) return `${Number(seconds.toFixed(3))} s`
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? "" : ` ${Number((seconds % 60).toFixed(3))} s`}`
}

/** A button by the word that the page shows for it, where the state before promises one of that name. */
const buttonOf = (name: string, before: AnyMachineSnapshot): string => {
  const wanted = letters(name)
  const isMeant = (id: string) => letters(id).endsWith(wanted) || letters(wordOf(id)) === wanted
  const found = promisedBy(before).actions.find(isMeant)
  return found === undefined ? spaced(name) : wordOf(found)
}

const carried = (event: AnyEventObject): string => {
  const parts = Object.entries(event).filter(([name]) => name !== "type")
  return parts.length === 0 ? "" : ` (${parts.map(([name, value]) => `${spaced(name)} ${shown(value)}`).join(", ")})`
}

const endOf = ({ verb, outcome, problem }: CommandOutput, question: Question | undefined): string => {
  if (outcome === "cancelled") return `Answer the question with “${wordOf(question?.cancel ?? "part.cancel")}”.`
  const confirmed = question === undefined ? "" : `Confirm with “${wordOf(question.confirm)}”. `
  return outcome === "done"
    ? `${confirmed}The call “${spaced(verb)}” succeeds.`
    : `${confirmed}${failureOf({ type: "", error: problem }, verb)}`
}
const answerOf = (event: AnyEventObject, id: string, before: AnyMachineSnapshot): string => {
  if (id === "command") return endOf(event["output"] as CommandOutput, questionIn(before))
  const output = event["output"] as unknown
  return `The call “${spaced(id)}” succeeds${output === undefined ? "" : ` with ${shown(output)}`}.`
}
const failureOf = (event: AnyEventObject, id: string): string => {
  const error = event["error"] as { readonly problem?: string; readonly message?: string } | string | undefined
  const reason =
    typeof error === "object" ? [error.problem, error.message].filter((one) => one !== undefined).join(": ") : error
  return `The call “${spaced(id)}” fails${reason === undefined || reason === "" ? "" : `: ${reason.replace(/\.$/, "")}`}.`
}

const parts = /^xstate\.(done|error|snapshot)(?:\.actor)?\.(.+)$/

/** What happens in a step, as a person brings it about or sees it. */
export const happening = ({ event, isTimer }: Pick<Step, "event" | "isTimer">, before: AnyMachineSnapshot): string => {
  const timer = /^xstate\.after\.([^.]+)\./.exec(event.type)?.[1]
  if (timer !== undefined) return `Wait until the time “${spaced(timer)}” is over.`
  if (isTimer) return `Wait until “${spaced(event.type)}” happens by itself.`
  const [, kind, id = ""] = parts.exec(event.type) ?? []
  if (kind === "done") return answerOf(event, id, before)
  if (kind === "error") return failureOf(event, id)
  if (kind === "snapshot") return `“${spaced(id)}” shows ${shown(event["snapshot"])}.`
  const verb = event.type.slice(event.type.lastIndexOf(".") + 1)
  const noun = event.type.slice(0, Math.max(0, event.type.length - verb.length - 1))
  if (verb === "pressed") return `Press “${buttonOf(noun, before)}”${carried(event)}.`
  if (verb === "chosen") return `Choose the ${spaced(noun)}${carried(event)}.`
  if (noun === "") return `It happens: ${spaced(verb)}${carried(event)}.`
  return `The ${spaced(noun)} ${noun.endsWith("s") ? "are" : "is"} ${spaced(verb)}${carried(event)}.`
}

/** The states in force, innermost first lines of a plan: each with its caption. */
const captions = ({ _nodes: nodes }: AnyMachineSnapshot): ReadonlyMap<string, string> =>
  new Map(
    nodes
      .filter((node) => Object.keys(node.states).length === 0)
      .map((node) => [node.path.join(" › ") || node.machine.id, node.description ?? ""]),
  )

/** A number with its noun: 1 path, 2 paths. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const list = (all: ReadonlyArray<string>): string => all.map((one) => `“${one}”`).join(", ")

/** What the page shows in a state: its heading and its buttons, and no other. */
export const pageOf = (snapshot: AnyMachineSnapshot): string | null => {
  const { heading, actions } = promisedBy(snapshot)
  if (heading === null && actions.length === 0) return null
  const titled = heading === null || heading === "page" ? "what it showed" : `the heading “${wordOf(heading)}”`
  const buttons =
    actions.length === 0
      ? "none of this chart's buttons"
      : `of this chart's buttons ${list(actions.map(wordOf))} and no other`
  return `The page shows ${titled}, and ${buttons}.`
}

/** Where a chart stands: every state in force that was not before, with its caption. */
export const standing = (snapshot: AnyMachineSnapshot, before?: AnyMachineSnapshot): string => {
  if (snapshot.status !== "active" && before?.status === "active")
    return `The chart has ended in ${[...captions(snapshot)].map(([name, caption]) => `*${name}*: ${caption}`).join(" ")}`
  const known = before === undefined ? new Map<string, string>() : captions(before)
  const fresh = [...captions(snapshot)].filter(([name]) => !known.has(name))
  if (fresh.length === 0) return "It stays where it is."
  return fresh.map(([name, caption]) => `Now *${name}*: ${caption}`).join(" ")
}

const guardIn = /\[(.*)\]/
/** What the chart asked before it decided, and the answers; null where it asked nothing. */
export const asked = ({ taken, refused }: Pick<Step, "taken" | "refused">): string | null => {
  const answers = [...refused.map((name) => [name, "no"] as const), ...taken.map((name) => [name, "yes"] as const)]
  const guards = answers.flatMap(([name, answer]) => {
    const guard = guardIn.exec(name)?.[1]
    return guard === undefined ? [] : [`${spaced(guard)}? ${answer}`]
  })
  return guards.length === 0 ? null : `(${[...new Set(guards)].join("; ")})`
}
