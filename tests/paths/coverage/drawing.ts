import type { AnyStateNode, AnyTransitionDefinition } from "xstate"
import { idOf, labelOf, mermaidOf } from "#machines/mermaid.ts"
import type { Coverage } from "./coverage.ts"
import { kindOf, signs, type Kind } from "./marks.ts"

const guardOf = (guard: unknown): string => {
  if (guard === undefined) return ""
  const { type, name } = Object(guard) as { readonly type?: string; readonly name?: string }
  return ` [${typeof guard === "string" ? guard : (type ?? name ?? "guard")}]`
}

/** A transition by the name that the walks give it. */
const nameOf = (transition: AnyTransitionDefinition): string => {
  const { source, eventType, guard } = transition
  const list = eventType === "" ? source.always : source.transitions.get(eventType)
  return `${source.id} ${eventType === "" ? "always" : eventType} #${(list ?? []).indexOf(transition)}${guardOf(guard)}`
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> =>
  Object.values(node.states).flatMap((child) => [child, ...nodesUnder(child)])

/** A chart as a Mermaid picture: each arrow's words begin with the sign of who took it, each state's class says who stood in it. */
export const drawingOf = (coverage: Coverage): string => {
  const label = (transition: AnyTransitionDefinition): string =>
    `${signs[kindOf(coverage, "taken", nameOf(transition))]} ${labelOf(transition)}`
  const byKind = Map.groupBy(nodesUnder(coverage.machine.root), ({ id }) => kindOf(coverage, "states", id))
  const classes = [...byKind].map(([kind, nodes]: [Kind, ReadonlyArray<AnyStateNode>]) => {
    const width = kind === "none" ? "stroke-dasharray:4" : "stroke-width:2px"
    return `  classDef ${kind} ${width}\n  class ${nodes.map(idOf).join(",")} ${kind}`
  })
  return `${mermaidOf(coverage.machine, [], { label })}${classes.join("\n")}\n`
}
