import { type AnyStateMachine, type AnyStateNode, StateMachine } from "xstate"

/** The machines a module exports. */
export const machinesIn = (module: object): ReadonlyArray<AnyStateMachine> =>
  Object.values(module).filter((value) => value instanceof StateMachine)

type Kind = "guards" | "actions" | "actors" | "delays"

const listed = (value: unknown): ReadonlyArray<unknown> => (value === undefined ? [] : [value].flat())
const objects = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  listed(value).filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)

/** The name by which a chart refers to what it does; undefined for code written in place. */
const nameOf = (reference: unknown): string | undefined => {
  if (typeof reference === "string") return reference
  const type = objects(reference)[0]?.["type"]
  return typeof type === "string" ? type : undefined
}

/** The transitions of a state as they are written, whatever set them off. */
const transitionsOf = ({ config }: AnyStateNode): ReadonlyArray<Record<string, unknown>> => {
  const invokes = objects(config.invoke)
  return [
    ...Object.values(config.on ?? {}),
    ...Object.values(config.after ?? {}),
    config.always,
    config.onDone,
    ...invokes.flatMap(({ onDone, onError, onSnapshot }) => [onDone, onError, onSnapshot]),
  ].flatMap(objects)
}

const references = (node: AnyStateNode): ReadonlyArray<readonly [Kind, unknown]> => {
  const transitions = transitionsOf(node)
  const actions = [node.config.entry, node.config.exit, ...transitions.map((transition) => transition["actions"])]
  return [
    ...actions.flatMap(listed).map((action) => ["actions", action] as const),
    ...transitions.flatMap(({ guard }) => listed(guard)).map((guard) => ["guards", guard] as const),
    ...objects(node.config.invoke).map(({ src }) => ["actors", src] as const),
    ...Object.keys(node.config.after ?? {}).map((delay) => ["delays", delay] as const),
  ]
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> =>
  Object.values(node.states).flatMap((child) => [child, ...nodesUnder(child)])

const captionFault = ({ path, description = "" }: AnyStateNode): ReadonlyArray<string> =>
  description.length >= 3 && description.length <= 80
    ? []
    : [`${path.join(".")}: a description has 3 to 80 characters, this has ${description.length}`]

/**
 * What keeps a chart from being read as a picture: a state without a caption, or
 * a guard, action, actor or delay that is code in place instead of a name the
 * chart declares. A misspelt target throws already when the chart is loaded.
 */
export const chartFaults = (machine: AnyStateMachine): ReadonlyArray<string> => {
  const nodes = nodesUnder(machine.root)
  const unnamed = [machine.root, ...nodes].flatMap((node) =>
    references(node).flatMap(([kind, reference]) => {
      const name = nameOf(reference)
      const place = [machine.id, ...node.path].join(".")
      if (name === undefined) return [`${place}: one of its ${kind} is code, not a name`]
      return name in machine.implementations[kind] ? [] : [`${place}: its ${kind} have no ${name}`]
    }),
  )
  return [...nodes.flatMap(captionFault), ...unnamed]
}
