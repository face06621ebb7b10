import { and, createMachine, type AnyStateMachine, type AnyStateNode } from "xstate"

/** The action every transition of an instrumented chart carries first; its parameter is the transition's name. */
export const takenAction = "path.taken"

type Transition = { readonly [key: string]: unknown; readonly guard?: unknown; readonly actions?: unknown }

/** The guards that said no since it was last emptied, by the names of their refusals. */
export type Refusals = Array<string>

const listed = (value: unknown): ReadonlyArray<unknown> => (value === undefined ? [undefined] : [value].flat())
const asTransition = (written: unknown): Transition =>
  typeof written === "object" && written !== null ? (written as Transition) : { target: written }
const labelOf = (guard: unknown): string => {
  if (typeof guard === "string") return guard
  const { type, name } = guard as { readonly type?: string; readonly name?: string }
  return type ?? name ?? "guard"
}

/** The name of a guard's refusal, next to the name of its transition. */
const refusalOf = (name: string): string => `${name} refused`

/** The transitions a state may take, by what sets them off, as they are written. */
const written = (node: AnyStateNode): ReadonlyArray<readonly [eventType: string, transitions: unknown]> => {
  const { on = {}, after = {}, always, onDone } = node.config
  const ofActors = listed(node.config.invoke).flatMap((config, index) => {
    const { onDone: done, onError, onSnapshot } = (config ?? {}) as Record<string, unknown>
    const id = node.invoke[index]?.id
    return [
      [`xstate.done.actor.${id}`, done],
      [`xstate.error.actor.${id}`, onError],
      [`xstate.snapshot.${id}`, onSnapshot],
    ] as const
  })
  return [
    ...Object.entries(on),
    ...Object.entries(after).map(([delay, to]) => [`xstate.after.${delay}.${node.id}`, to] as const),
    [`xstate.done.state.${node.id}`, onDone] as const,
    ["always", always] as const,
    ...ofActors,
  ].filter(([type, transitions]) => transitions !== undefined || type in on)
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> => [
  node,
  ...Object.values(node.states).flatMap(nodesUnder),
]
const nameOf = (node: AnyStateNode, type: string, transition: Transition, index: number): string =>
  `${node.id} ${type} #${index}${transition.guard === undefined ? "" : ` [${labelOf(transition.guard)}]`}`

/** Every transition a chart declares and every refusal of its guards, by a readable name. */
export const declaredTransitions = (machine: AnyStateMachine): ReadonlyArray<string> =>
  nodesUnder(machine.root).flatMap((node) =>
    written(node).flatMap(([type, transitions]) =>
      listed(transitions)
        .map(asTransition)
        .flatMap((transition, index) => {
          const name = nameOf(node, type, transition, index)
          return transition.guard === undefined ? [name] : [name, refusalOf(name)]
        }),
    ),
  )

const withoutNothing = (config: object): object =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))

const instrumentedTransitions = (node: AnyStateNode, type: string, transitions: unknown, refusals: Refusals) =>
  listed(transitions)
    .map(asTransition)
    .map((transition, index) => {
      const name = nameOf(node, type, transition, index)
      const actions = [{ type: takenAction, params: { name } }, ...listed(transition.actions ?? [])]
      if (transition.guard === undefined) return { ...transition, actions }
      const isAsked = () => refusals.push(refusalOf(name)) > 0
      const isGranted = () => refusals.pop() !== undefined
      return { ...transition, actions, guard: and([isAsked, transition.guard as never, isGranted]) }
    })

/** A state with its marks; what its children report of themselves is an event like any other. */
const instrumentedConfig = (node: AnyStateNode, refusals: Refusals): object => {
  const { on = {}, after = {}, invoke, states } = node.config
  const all = new Map(written(node).map(([type, to]) => [type, instrumentedTransitions(node, type, to, refusals)]))
  const marks = (type: string) => all.get(type)
  const reports = node.invoke.map(({ id }) => `xstate.snapshot.${id}`).filter((type) => all.has(type))
  const timers = Object.keys(after).map((delay) => [delay, marks(`xstate.after.${delay}.${node.id}`)] as const)
  const actors = (listed(invoke) as ReadonlyArray<object>).map((config, index) =>
    withoutNothing({
      ...config,
      onDone: marks(`xstate.done.actor.${node.invoke[index]?.id}`),
      onError: marks(`xstate.error.actor.${node.invoke[index]?.id}`),
      onSnapshot: undefined,
    }),
  )
  return withoutNothing({
    ...node.config,
    on: Object.fromEntries([...Object.keys(on), ...reports].map((type) => [type, marks(type)])),
    after: timers.length === 0 ? undefined : Object.fromEntries(timers),
    always: marks("always"),
    onDone: marks(`xstate.done.state.${node.id}`),
    invoke: invoke === undefined ? undefined : actors,
    states:
      states === undefined
        ? undefined
        : Object.fromEntries(
            Object.entries(node.states).map(([key, child]) => [key, instrumentedConfig(child, refusals)]),
          ),
  })
}

/**
 * A chart that behaves like the given one and names what it decided: each
 * transition carries the action `path.taken` with its name, and `refusals` holds
 * the guards that said no.
 */
export const instrument = (
  machine: AnyStateMachine,
): { readonly machine: AnyStateMachine; readonly refusals: Refusals } => {
  const refusals: Refusals = []
  const { actions, actors, guards, delays } = machine.implementations
  const chart = createMachine(instrumentedConfig(machine.root, refusals) as never).provide({
    actions: { ...actions, [takenAction]: () => undefined },
    actors,
    guards,
    delays,
  } as never)
  return { machine: chart, refusals }
}
