import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate"

const idOf = ({ id }: AnyStateNode): string => id.replaceAll(/[^\w]/g, "_")
/** Mermaid reads a semicolon as the end of a statement, a colon as the start of a label and # as that of a character's code. */
const plain = (text: string): string =>
  text
    .replaceAll(";", ",")
    .replaceAll(/\s*:\s*/g, " – ")
    .replaceAll("#", "")
    .replaceAll('"', "'")
const nameOf = (one: unknown): string =>
  typeof one === "string" ? one : String((one as { readonly type?: string }).type ?? "?")

/** What a transition is called: the person's event, a delay's name, an actor's answer. */
const eventName = (eventType: string): string => {
  const [, kind, rest = ""] =
    /^xstate\.(after|done\.actor|error\.actor|done\.state|snapshot)\.(.*)$/.exec(eventType) ?? []
  if (kind === "after") return `after ${rest.split(".")[0] ?? ""}`
  if (kind === "done.actor") return `${rest} done`
  if (kind === "error.actor") return `${rest} failed`
  if (kind === "done.state") return "done"
  if (kind === "snapshot") return `${rest} changed`
  return eventType === "" ? "always" : eventType
}

const labelOf = (transition: AnyTransitionDefinition): string => {
  const guard = transition.guard === undefined ? "" : ` [${nameOf(transition.guard)}]`
  const actions = transition.actions.length === 0 ? "" : ` / ${transition.actions.map(nameOf).join(", ")}`
  return plain(`${eventName(transition.eventType)}${guard}${actions}`)
}

const transitionsOf = (node: AnyStateNode): ReadonlyArray<AnyTransitionDefinition> => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** The arrows that leave a node; those that stay within it are drawn as its own. */
const arrows = (node: AnyStateNode, indent: string): ReadonlyArray<string> =>
  transitionsOf(node).flatMap((transition) =>
    (transition.target ?? [node]).map(
      (target) => `${indent}${idOf(node)} --> ${idOf(target)} : ${labelOf(transition)}`,
    ),
  )

const captionOf = (node: AnyStateNode): string =>
  plain(node.description === undefined ? node.key : `${node.key} – ${node.description}`)

const drawn = (node: AnyStateNode, indent: string): ReadonlyArray<string> => {
  const children = Object.values(node.states)
  const declared = `${indent}state "${captionOf(node)}" as ${idOf(node)}`
  if (children.length === 0) return [declared, ...(node.type === "final" ? [`${indent}${idOf(node)} --> [*]`] : [])]
  return [declared, `${indent}state ${idOf(node)} {`, ...inside(node, `${indent}  `), `${indent}}`]
}

/** The states under a node and their arrows; the regions of a parallel one beside each other. */
const inside = (node: AnyStateNode, indent: string): ReadonlyArray<string> => {
  const children = Object.values(node.states)
  const initial = node.type === "parallel" ? [] : node.initial.target.map((first) => `${indent}[*] --> ${idOf(first)}`)
  const parts = children.map((child) => drawn(child, indent))
  const apart = parts.flatMap((part, index) =>
    node.type === "parallel" && index > 0 ? [`${indent}--`, ...part] : part,
  )
  return [...initial, ...apart, ...children.flatMap((child) => arrows(child, indent))]
}

/** What a chart does wherever it is: its root's transitions have no state to start from. */
const everywhere = (root: AnyStateNode): ReadonlyArray<string> => {
  const labels = transitionsOf(root).map((transition) =>
    [labelOf(transition), ...(transition.target ?? []).map(({ key }) => `to ${key}`)].join(" – "),
  )
  const first = root.type === "parallel" ? root : Object.values(root.states)[0]
  return labels.length === 0 || first === undefined
    ? []
    : [
        `  note right of ${idOf(first)}`,
        "    Everywhere in the chart",
        ...labels.map((label) => `    ${label}`),
        "  end note",
      ]
}

/** The whole chart; Mermaid draws regions only inside a state, so a parallel chart is one. */
const whole = (root: AnyStateNode): ReadonlyArray<string> =>
  root.type === "parallel" ? drawn(root, "  ") : inside(root, "  ")

/**
 * A chart as a Mermaid `stateDiagram-v2`: states with their captions, arrows with
 * event, guard and actions. Transitions of the chart's root stand in a note.
 */
export const mermaidOf = (machine: AnyStateMachine): string =>
  ["stateDiagram-v2", ...whole(machine.root), ...everywhere(machine.root), ""].join("\n")
