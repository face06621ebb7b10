import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate"

/** A state's name in the picture. */
export const idOf = ({ id }: AnyStateNode): string => id.replaceAll(/[^\w]/g, "_")
/** Mermaid reads a semicolon as the end of a statement, a colon as the start of a label and # as that of a character's code. */
const plain = (text: string): string =>
  text
    .replaceAll(";", ",")
    .replaceAll(/\s*:\s*/g, " – ")
    .replaceAll("#", "")
    .replaceAll('"', "'")
/** The name of a guard, an action or an actor. */
export const partName = (one: unknown): string =>
  typeof one === "string" ? one : String((one as { readonly type?: string }).type ?? "?")

/** What sets a transition off, in words: the person's event, a delay's name, an actor's answer. */
export const eventName = (eventType: string): string => {
  const [, kind, rest = ""] =
    /^xstate\.(after|done\.actor|error\.actor|done\.state|snapshot)\.(.*)$/.exec(eventType) ?? []
  if (kind === "after") return `after ${rest.split(".")[0] ?? ""}`
  if (kind === "done.actor") return `${rest} done`
  if (kind === "error.actor") return `${rest} failed`
  if (kind === "done.state") return "done"
  if (kind === "snapshot") return `${rest} changed`
  return eventType === "" ? "always" : eventType
}

/** A transition as its arrow says it: its description where it has one, else event, guard and actions. */
export const labelOf = (transition: AnyTransitionDefinition): string => {
  if (transition.description !== undefined) return plain(transition.description)
  const guard = transition.guard === undefined ? "" : ` [${partName(transition.guard)}]`
  const actions = transition.actions.length === 0 ? "" : ` / ${transition.actions.map(partName).join(", ")}`
  return plain(`${eventName(transition.eventType)}${guard}${actions}`)
}

/** All that leads out of a state, in the chart's order. */
export const transitionsOf = (node: AnyStateNode): ReadonlyArray<AnyTransitionDefinition> => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** What an arrow and a state say. */
type Said = {
  readonly label: (transition: AnyTransitionDefinition) => string
  readonly caption: (node: AnyStateNode) => string
}

/** Where an arrow ends. Mermaid draws none to a state around its start, so that one ends where the state begins. */
const endOf = (from: AnyStateNode, target: AnyStateNode): AnyStateNode =>
  from !== target && from.path.join(".").startsWith(`${target.path.join(".")}.`)
    ? endOf(from, target.initial.target[0] ?? target)
    : target

/** The arrows that leave a node; those that stay within it are drawn as its own. */
const arrows = (node: AnyStateNode, indent: string, said: Said): ReadonlyArray<string> =>
  transitionsOf(node).flatMap((transition) =>
    (transition.target ?? [node]).map(
      (target) => `${indent}${idOf(node)} --> ${idOf(endOf(node, target))} : ${said.label(transition)}`,
    ),
  )

const captionOf = ({ key, description }: AnyStateNode): string =>
  description === undefined ? key : `${key} – ${description}`

const drawn = (node: AnyStateNode, indent: string, said: Said): ReadonlyArray<string> => {
  const children = Object.values(node.states)
  const declared = `${indent}state "${plain(said.caption(node))}" as ${idOf(node)}`
  if (children.length === 0) return [declared, ...(node.type === "final" ? [`${indent}${idOf(node)} --> [*]`] : [])]
  return [declared, `${indent}state ${idOf(node)} {`, ...inside(node, `${indent}  `, said), `${indent}}`]
}

/**
 * The states under a node and their arrows; the regions of a parallel one next to
 * each other, each with its own arrows: Mermaid cannot draw one that stands in another region.
 */
const inside = (node: AnyStateNode, indent: string, said: Said): ReadonlyArray<string> => {
  const children = Object.values(node.states)
  if (node.type === "parallel")
    return children.flatMap((region, index) => [
      ...(index > 0 ? [`${indent}--`] : []),
      ...drawn(region, indent, said),
      ...arrows(region, indent, said),
    ])
  return [
    ...node.initial.target.map((first) => `${indent}[*] --> ${idOf(first)}`),
    ...children.flatMap((child) => drawn(child, indent, said)),
    ...children.flatMap((child) => arrows(child, indent, said)),
  ]
}

/** What a chart does wherever it is stands in a box of its own: its root's transitions have no state to start from. */
const everywhere = (root: AnyStateNode, said: Said): ReadonlyArray<string> => {
  const box = `${idOf(root)}_everywhere`
  const labels = transitionsOf(root).map((transition) =>
    [said.label(transition), ...(transition.target ?? []).map(({ key }) => `to ${key}`)].join(" – "),
  )
  return labels.length === 0
    ? []
    : [
        ...["Everywhere in the chart", ...labels].map((line) => `  ${box} : ${line}`),
        "  classDef everywhere stroke-dasharray:4",
        `  class ${box} everywhere`,
      ]
}

/** The whole chart; Mermaid draws regions only inside a state, so a parallel chart is one. */
const whole = (root: AnyStateNode, said: Said): ReadonlyArray<string> =>
  root.type === "parallel" ? drawn(root, "  ", said) : inside(root, "  ", said)

/** Dark on yellow can be read on light paper and on dark. */
const marked = (present: ReadonlyArray<string>): ReadonlyArray<string> =>
  present.length === 0
    ? []
    : [
        "  classDef present fill:#cfe6e2,stroke:#0f5f5c,stroke-width:3px,color:#14211f",
        `  class ${present.join(",")} present`,
      ]

/**
 * A chart as a Mermaid `stateDiagram-v2`: states with their captions, arrows with
 * event, guard and actions. Transitions of the chart's root stand in a box of their own.
 * @param present names of states (`idOf`) to mark as those that are in force.
 * @param more what an arrow says, where it says more than event, guard and actions, and what a state says, where its
 * key is left out.
 */
export const mermaidOf = (
  machine: AnyStateMachine,
  present: ReadonlyArray<string> = [],
  more: Partial<Said> = {},
): string => {
  const said = { label: labelOf, caption: captionOf, ...more }
  return [
    "stateDiagram-v2",
    ...whole(machine.root, said),
    ...everywhere(machine.root, said),
    ...marked(present),
    "",
  ].join("\n")
}
