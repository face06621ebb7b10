import {
  createActor,
  fromCallback,
  fromPromise,
  getNextSnapshot,
  initialTransition,
  SimulatedClock,
  transition,
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
} from "xstate"
import { getAdjacencyMap } from "xstate/graph"

/** A timer that is running: the event it raises and when. */
type Timer = { readonly event: AnyEventObject; readonly at: number; readonly order: number }
type Timed = {
  readonly status: "active"
  readonly output: undefined
  readonly error: undefined
  readonly inner: AnyMachineSnapshot
  readonly now: number
  readonly timers: Readonly<Record<string, Timer>>
}

/** What an invoked actor may come to: its output, or the Problem it fails with. */
export type Outcome = { readonly output: unknown } | { readonly error: unknown }

/** One way through a chart: the events in order, and the snapshot it ends in. */
export type Path = { readonly events: ReadonlyArray<AnyEventObject>; readonly snapshot: AnyMachineSnapshot }

export type Walk = {
  readonly input?: unknown
  /** What a person or the product may send. */
  readonly events?: ReadonlyArray<AnyEventObject>
  /** By the id of an invoke: what may come of it. */
  readonly outcomes?: Readonly<Record<string, ReadonlyArray<Outcome>>>
  /** What tells two snapshots apart besides their state; keep it small, or the walk does not end. */
  readonly key?: (snapshot: AnyMachineSnapshot) => unknown
}

const limit = 20_000
/** Timers of a kind may pile up without end (a burst of toasts); so many at once tell enough. */
const mostTimers = 3

type Action = {
  readonly type: string
  readonly params?: {
    readonly id?: string
    readonly sendId?: string
    readonly delay?: number
    readonly event: AnyEventObject
  }
}

/**
 * The machine with its pending timers as part of the state. Plain exploration
 * takes every timer as possible at any time and finds impossible orders; here only
 * the timer that is due first may fire (notes/frontend.md §3).
 */
const timed = (machine: AnyStateMachine, input: unknown): ActorLogic<Timed, AnyEventObject> => {
  let order = 0
  const settle = (
    inner: AnyMachineSnapshot,
    actions: ReadonlyArray<Action>,
    now: number,
    before: Timed["timers"],
  ): Timed => {
    const timers: Record<string, Timer> = { ...before }
    for (const { type, params } of actions) {
      if (type === "xstate.cancel" && params?.sendId !== undefined) delete timers[params.sendId]
      if (type === "xstate.raise" && params?.delay !== undefined) {
        order += 1
        timers[params.id ?? `raised-${order}`] = { event: params.event, at: now + params.delay, order }
      }
    }
    return { status: "active", output: undefined, error: undefined, inner, now, timers }
  }
  const logic = {
    getInitialSnapshot: () => {
      const [inner, actions] = initialTransition(machine, input as never)
      return settle(inner, actions as ReadonlyArray<Action>, 0, {})
    },
    transition: (state: Timed, event: AnyEventObject) => {
      const [id, timer] = dueFirst(state) ?? []
      const fires = timer !== undefined && timer.event === event
      const rest = Object.fromEntries(Object.entries(state.timers).filter(([other]) => !fires || other !== id))
      const [inner, actions] = transition(machine, state.inner as never, event as never)
      return settle(inner, actions as ReadonlyArray<Action>, fires ? timer.at : state.now, rest)
    },
    getPersistedSnapshot: (state: Timed) => state,
  }
  return logic as unknown as ActorLogic<Timed, AnyEventObject>
}

const byTime = ([, left]: [string, Timer], [, right]: [string, Timer]): number =>
  left.at - right.at || left.order - right.order
const dueFirst = ({ timers }: Timed): [string, Timer] | undefined => Object.entries(timers).sort(byTime)[0]

const nodesOf = (snapshot: AnyMachineSnapshot): ReadonlyArray<AnyStateNode> => snapshot._nodes

const outcomeEvents = (snapshot: AnyMachineSnapshot, outcomes: Walk["outcomes"] = {}): ReadonlyArray<AnyEventObject> =>
  nodesOf(snapshot)
    .flatMap(({ invoke }) => invoke.map(({ id }) => id))
    .flatMap((id) =>
      (outcomes[id] ?? []).map((outcome) =>
        "error" in outcome
          ? { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id }
          : { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id },
      ),
    )

const takes = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  (machine.getTransitionData(snapshot as never, event as never) ?? []).length > 0

const possible = (machine: AnyStateMachine, walk: Walk) => (state: Timed) => {
  const { inner } = state
  if (inner.status !== "active" || Object.keys(state.timers).length > mostTimers) return []
  const due = dueFirst(state)
  return [...(walk.events ?? []), ...outcomeEvents(inner, walk.outcomes)]
    .filter((event) => takes(machine, inner, event))
    .concat(due === undefined ? [] : [due[1].event])
}

const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> => [
  node,
  ...Object.values(node.states).flatMap(nodesUnder),
]

/** Every transition a chart declares, by a readable name. */
const declared = (machine: AnyStateMachine): ReadonlyArray<string> =>
  nodesUnder(machine.root).flatMap((node) => [
    ...[...node.transitions].flatMap(([type, transitions]) =>
      transitions.map((_, index) => `${node.id} ${type} #${index}`),
    ),
    ...(node.always ?? []).map((_, index) => `${node.id}  #${index}`),
  ])

type Taken = { readonly source: AnyStateNode; readonly eventType: string }

const nameOf = (transitionTaken: Taken): string => {
  const { source, eventType } = transitionTaken
  const list: ReadonlyArray<unknown> =
    eventType === "" ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
  return `${source.id} ${eventType} #${list.indexOf(transitionTaken)}`
}

/** A snapshot that a silent child reports of itself; those of a path are plain data without a status. */
const reportsSilence = (event: AnyEventObject): boolean =>
  event.type.startsWith("xstate.snapshot.") &&
  (event["snapshot"] as object | undefined) !== undefined &&
  "status" in event["snapshot"]

/** Actors that never answer: what comes of them, and what a child machine shows of itself, is sent as an event of the path. */
const silent = (machine: AnyStateMachine): AnyStateMachine => {
  const quiet: AnyStateMachine = machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        "config" in (logic as object)
          ? fromCallback(() => undefined)
          : fromPromise(() => new Promise<never>(() => undefined)),
      ]),
    ) as never,
  })
  const moves = quiet.transition.bind(quiet)
  quiet.transition = (snapshot, event, scope) => (reportsSilence(event) ? snapshot : moves(snapshot, event, scope))
  return quiet
}

/** Runs a path on a real actor with a simulated clock; answers which transitions it took and where it ended. */
export const runPath = (
  machine: AnyStateMachine,
  { events }: Path,
  input?: unknown,
): { readonly taken: ReadonlySet<string>; readonly actor: AnyActorRef } => {
  const clock = new SimulatedClock()
  const taken = new Set<string>()
  const actor = createActor(silent(machine), {
    clock,
    input: input as never,
    inspect: (event) => {
      if (event.type !== "@xstate.microstep") return
      for (const one of (event as unknown as { readonly _transitions: ReadonlyArray<Taken> })._transitions)
        taken.add(nameOf(one))
    },
  })
  const walker = timed(machine, input)
  let state = walker.getInitialSnapshot(undefined as never, undefined)
  actor.start()
  for (const event of events) {
    const due = dueFirst(state)
    const next = walker.transition(
      state,
      due !== undefined && same(due[1].event, event) ? due[1].event : event,
      undefined as never,
    )
    if (due !== undefined && same(due[1].event, event)) clock.set(next.now)
    else actor.send(event)
    state = next
  }
  return { taken, actor }
}

const same = (left: AnyEventObject, right: AnyEventObject): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * Walks a chart: every reachable state and every transition between states, in
 * orders of timers that can happen.
 * @returns paths that together take every transition that can be taken, the
 *   transitions no path takes (to be asserted empty), and the reachable snapshots.
 */
export const pathsOf = (
  machine: AnyStateMachine,
  walk: Walk,
): {
  readonly paths: ReadonlyArray<Path>
  readonly untaken: ReadonlyArray<string>
  readonly states: ReadonlyArray<AnyMachineSnapshot>
} => {
  const logic = timed(machine, walk.input)
  const serializeState = (state: Timed): string =>
    JSON.stringify([
      state.inner.status,
      state.inner.value,
      walk.key?.(state.inner),
      Object.entries(state.timers)
        .sort(byTime)
        .map(([, { event }]) => event.type),
    ])
  const map = getAdjacencyMap(logic, {
    events: possible(machine, walk),
    serializeState,
    serializeEvent: (event) => JSON.stringify(event),
    limit,
  })
  const initial = serializeState(logic.getInitialSnapshot(undefined as never, undefined))
  const shortest = new Map<string, ReadonlyArray<AnyEventObject>>([[initial, []]])
  const edges: Array<Path> = []
  for (const [key, events] of shortest) {
    const node = map[key as never]
    if (node === undefined) continue
    for (const { event, state } of Object.values(node.transitions)) {
      const path = [...events, event]
      edges.push({ events: path, snapshot: state.inner })
      const reached = serializeState(state)
      if (!shortest.has(reached)) shortest.set(reached, path)
    }
  }
  const start = map[initial as never]?.state.inner as AnyMachineSnapshot
  const all: ReadonlyArray<Path> = [{ events: [], snapshot: start }, ...edges]
  const covered = new Set<string>()
  const paths: Array<Path> = []
  for (const path of [...all].sort((left, right) => right.events.length - left.events.length)) {
    const { taken } = runPath(machine, path, walk.input)
    if ([...taken].every((one) => covered.has(one)) && path.events.length > 0) continue
    for (const one of taken) covered.add(one)
    paths.push(path)
  }
  return {
    paths,
    untaken: declared(machine).filter((one) => !covered.has(one)),
    states: Object.values(map).map(({ state }) => (state as Timed).inner),
  }
}

/** A path as a sentence, for test names. */
export const titleOf = ({ events, snapshot }: Path): string =>
  `${JSON.stringify(snapshot.value)} after ${events.length === 0 ? "nothing" : events.map(({ type }) => type).join(", ")}`

/** The snapshot after some events, without running anything. */
export const after = (
  machine: AnyStateMachine,
  events: ReadonlyArray<AnyEventObject>,
  input?: unknown,
): AnyMachineSnapshot =>
  events.reduce<AnyMachineSnapshot>(
    (snapshot, event) => getNextSnapshot(machine, snapshot as never, event as never),
    initialTransition(machine, input as never)[0],
  )
