import type { ActorLogic, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { pureSteps, type PureStep } from "./pureSteps.ts"
import type { Outcome, Walk } from "./walk.ts"
import { fired, noTimers, started, stopped, waited, type Zone } from "./zone.ts"

/** A running timer of a chart: the event it brings and after how long. */
export type Timer = { readonly id: string | null; readonly event: AnyEventObject; readonly millis: number }

/** Something that can happen next, and a name that no other has in the same state. */
export type Move = { readonly type: string; readonly event: AnyEventObject; readonly timer: Timer | null }

/** A chart with all that decides what can happen next: its timers in the order they were started, and its children. */
export type Timed = {
  readonly inner: AnyMachineSnapshot
  readonly timers: ReadonlyArray<Timer>
  readonly zone: Zone
  /** The children that were started and have not come to anything. */
  readonly open: ReadonlyArray<string>
  /** What the step that led here decided: the transitions taken and the guards that refused. */
  readonly taken: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

type Action = {
  readonly type: string
  readonly info?: { readonly self: unknown }
  readonly params?: {
    readonly id?: string
    readonly sendId?: string
    readonly delay?: number
    readonly event: AnyEventObject
    readonly to?: unknown
  }
}
type State = Omit<Timed, "inner" | "taken" | "refused">

const withoutTimer = (state: State, index: number): State =>
  index < 0
    ? state
    : { ...state, timers: state.timers.filter((_, at) => at !== index), zone: stopped(state.zone, index + 1) }

/** What an action of the chart does to its timers and children. A timer whose id is given again runs on, but nothing can stop it any more. */
const acted = (state: State, { type, info, params }: Action): State => {
  if (params === undefined) return state
  if (type === "xstate.cancel") {
    return withoutTimer(
      state,
      state.timers.findLastIndex(({ id }) => id === params.sendId),
    )
  }
  const sendsToItself = type === "xstate.sendTo" && params.to === info?.self
  if (sendsToItself && params.delay === undefined)
    throw new Error(`A chart that sends itself ${params.event.type} at once should raise it.`)
  if ((sendsToItself || type === "xstate.raise") && params.delay !== undefined) {
    const millis = Math.max(0, params.delay)
    const timer = { id: params.id ?? null, event: params.event, millis }
    return { ...state, timers: [...state.timers, timer], zone: started(state.zone, millis) }
  }
  if (type === "xstate.spawnChild" && params.id !== undefined) {
    return { ...state, open: [...state.open.filter((id) => id !== params.id), params.id] }
  }
  if (type === "xstate.stopChild") return { ...state, open: state.open.filter((id) => id !== params.id) }
  return state
}

const nothingYet = { status: "active", output: undefined, error: undefined } as const
const reportPrefix = "xstate.snapshot."
const comesOf = /^xstate\.(?:done|error)\.actor\.(.*)$/

/**
 * The machine with its timers and children as part of its state. Plain
 * exploration takes every timer and every answer as possible at any time and
 * finds orders that cannot happen (decision 020); here a timer fires only
 * when it can be the first that is due, and a child answers once.
 */
export const timed = (machine: AnyStateMachine, input: unknown) => {
  const chart = pureSteps<Action>(machine)
  const settle = ({ inner, actions, taken, refused }: PureStep<Action>, before: State): Timed => ({
    ...actions.reduce(acted, before),
    inner,
    taken,
    refused,
  })
  const start = (): Timed => settle(chart.begin(input), { timers: [], zone: noTimers, open: [] })
  /** The state after a move, or undefined when time does not allow it. */
  const step = (state: Timed, { event, timer }: Move): Timed | undefined => {
    const index = timer === null ? -1 : state.timers.indexOf(timer)
    const zone = timer === null ? waited(state.zone) : fired(state.zone, index + 1)
    if (zone === undefined) return undefined
    const timers = state.timers.filter((one) => one !== timer)
    const answered = comesOf.exec(event.type)?.[1]
    const open = state.open.filter((id) => id !== answered)
    return settle(chart.next(state.inner, event), { timers, zone, open })
  }
  return { start, step }
}

const movesOf = (events: ReadonlyArray<AnyEventObject>): ReadonlyArray<Move> =>
  events.map((event, index) => ({ type: `${event.type} ${index}`, event, timer: null }))
const answersOf = (id: string, outcomes: ReadonlyArray<Outcome> = []): ReadonlyArray<Move> =>
  movesOf(
    outcomes.map((outcome) =>
      "error" in outcome
        ? { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id }
        : { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id },
    ),
  )

/** The names of all moves that a walk sends or lets children answer. */
export const sentBy = ({ events = [], outcomes = {} }: Walk): ReadonlyArray<string> =>
  [...movesOf(events), ...Object.entries(outcomes).flatMap(([id, some]) => answersOf(id, some))].map(({ type }) => type)

/** Everything that a walk, the timers and the children could bring next, whether time allows it or not. */
export const movesIn = (
  { events = [], outcomes = {}, allows = () => true }: Walk,
  { inner, open, timers }: Timed,
): ReadonlyArray<Move> => {
  if (inner.status !== "active") return []
  const sent = movesOf(events).filter(
    ({ event }) => !event.type.startsWith(reportPrefix) || open.includes(event.type.slice(reportPrefix.length)),
  )
  const due = timers.map((timer, index) => ({ type: `${timer.event.type} timer ${index}`, event: timer.event, timer }))
  const given = [...sent, ...open.flatMap((id) => answersOf(id, outcomes[id]))]
  return [...given, ...due].filter(({ event }) => allows(inner, event))
}

/** As XState's traversal wants it: a logic whose events are moves. */
export const asLogic = (
  start: () => Timed,
  follow: (state: Timed, move: Move) => Timed,
): ActorLogic<typeof nothingYet & Timed, Move> =>
  ({
    getInitialSnapshot: start,
    transition: follow,
    getPersistedSnapshot: (state: Timed) => state,
  }) as unknown as ActorLogic<typeof nothingYet & Timed, Move>
