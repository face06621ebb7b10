import { assign, setup, type SnapshotFrom } from "xstate"
import type { CallFlow, CallStep, Menu, PhoneKey, StepId } from "#schemas/outreach/callFlow.ts"

/** What happens in a call, as the carrier or the simulator reports it. */
export type CallEvent =
  | { readonly type: "PersonAnswered" | "MachineAnswered" | "NotAnswered" | "Busy" | "CallFailed" }
  /** What a step says, plays or records has ended. */
  | { readonly type: "StepFinished" }
  | { readonly type: "KeyPressed"; readonly key: PhoneKey }
  | { readonly type: "NoKeyPressed" }
  | { readonly type: "TransferAnswered" | "TransferNotAnswered" }
  | { readonly type: "CallerHungUp" }

/** What a call remembers: how often each menu was asked, and what the caller opted out of. */
export type CallContext = {
  readonly asked: Readonly<Record<StepId, number>>
  readonly optedOut: "calls" | "all" | null
}

/** The name of a step's state in the chart. */
export const stateOfStep = (stepId: StepId): string => `step${stepId}`

/** The step of a state; undefined where the state is of none. */
export const stepOfState = ({ steps }: CallFlow, state: string): CallStep | undefined =>
  steps.find(({ stepId }) => stateOfStep(stepId) === state)

const ends = {
  ended: { type: "final", description: "We hung up." },
  left: { type: "final", description: "The caller hung up." },
  connected: { type: "final", description: "The caller is connected; the call is theirs." },
  silent: { type: "final", description: "Nothing follows: the call ends in silence." },
  notAnswered: { type: "final", description: "No one answered." },
  busy: { type: "final", description: "The line was busy." },
  failed: { type: "final", description: "The carrier could not go on with the call." },
  messageLeft: { type: "final", description: "A machine answered; the message is left." },
  tryLater: { type: "final", description: "A machine answered; the call is tried again later." },
  endedAtMachine: { type: "final", description: "A machine answered; we hung up." },
} as const

const machines = setup({
  types: { context: {} as CallContext, events: {} as CallEvent },
  guards: {
    isKey: ({ event }, { key }: { readonly key: PhoneKey }) => event.type === "KeyPressed" && event.key === key,
    mayAskAgain: ({ context }, { stepId, times }: { readonly stepId: StepId; readonly times: number }) =>
      (context.asked[stepId] ?? 0) < times,
    wasAskedOften: ({ context }, { stepId, times }: { readonly stepId: StepId; readonly times: number }) =>
      (context.asked[stepId] ?? 0) > times,
  },
  actions: {
    countAsking: assign(({ context }, { stepId }: { readonly stepId: StepId }) => ({
      asked: { ...context.asked, [stepId]: (context.asked[stepId] ?? 0) + 1 },
    })),
    optOut: assign((_call, { scope }: { readonly scope: "calls" | "all" }) => ({ optedOut: scope })),
  },
})

const targetIn =
  ({ steps }: CallFlow) =>
  (next: StepId | null): string =>
    steps.some(({ stepId }) => stepId === next) && next !== null ? stateOfStep(next) : "#call.silent"

/** How often a call comes back to a menu before it ends: a draft may lead round between menus without a key. */
const mostReturns = 500

const menuState = ({ stepId, name, keys, repeats, otherwise }: Menu, next: (to: StepId | null) => string) => {
  const times = repeats + 1
  // A menu may lead to itself: it is asked again then, and counted.
  const to = (target: string) => ({ target, reenter: true }) as const
  const again = [
    { guard: { type: "mayAskAgain", params: { stepId, times } }, ...to(stateOfStep(stepId)) },
    to(next(otherwise)),
  ] as const
  return {
    description: name,
    entry: { type: "countAsking", params: { stepId } },
    // Another step may lead back here: in one call a menu is asked no more often than after no key.
    always: [
      { guard: { type: "wasAskedOften", params: { stepId, times: mostReturns } }, target: "#call.silent" },
      { guard: { type: "wasAskedOften", params: { stepId, times } }, ...to(next(otherwise)) },
    ],
    on: {
      KeyPressed: [
        ...keys.map((one) => ({ guard: { type: "isKey", params: { key: one.key } }, ...to(next(one.next)) }) as const),
        ...again,
      ],
      NoKeyPressed: again,
    },
  } as const
}

const stateOf = (step: CallStep, target: (next: StepId | null) => string) => {
  const description = step.name
  switch (step._tag) {
    case "Menu":
      return menuState(step, target)
    case "HangUp":
      return { description, on: { StepFinished: "#call.ended" } } as const
    case "Transfer":
      return {
        description,
        on: { TransferAnswered: "#call.connected", TransferNotAnswered: target(step.next) },
      } as const
    case "OptOut":
      return {
        description,
        entry: { type: "optOut", params: { scope: step.scope } },
        on: { StepFinished: target(step.next) },
      } as const
    default:
      return { description, on: { StepFinished: target(step.next) } } as const
  }
}

const atMachine = { EndCall: "endedAtMachine", LeaveMessage: ".voicemail", TryLater: "tryLater" } as const

/**
 * A call flow as the statechart that runs its calls, in production and in the simulator. It opens in the visualizer:
 * guards and actions have names, steps are states. A machine may be noticed after the first step has begun.
 */
export const callChart = (flow: CallFlow) => {
  const target = targetIn(flow)
  const [first] = flow.steps
  return machines.createMachine({
    id: "call",
    context: { asked: {}, optedOut: null },
    initial: "onCall",
    states: {
      onCall: {
        description: "The call is under way.",
        initial: "ringing",
        on: { CallerHungUp: "left", CallFailed: "failed", MachineAnswered: atMachine[flow.voicemail._tag] },
        states: {
          ringing: {
            description: `Rings for ${flow.ringSeconds} seconds at most.`,
            on: {
              PersonAnswered: target(first?.stepId ?? null),
              NotAnswered: "#call.notAnswered",
              Busy: "#call.busy",
            },
          },
          voicemail: {
            description: "Leaves the message after the beep.",
            on: { StepFinished: "#call.messageLeft", MachineAnswered: {} },
          },
          ...Object.fromEntries(flow.steps.map((step) => [stateOfStep(step.stepId), stateOf(step, target)])),
        },
      },
      ...ends,
    },
    // The states of a flow are only known when it is read.
  } as never)
}

/** The chart of one call flow. */
export type CallChart = ReturnType<typeof callChart>

/** The state of a call by its name: `ringing`, `voicemail`, a step's, or how it ended. */
export const callState = ({ value }: SnapshotFrom<CallChart>): string => {
  const now = value as string | { readonly onCall: string }
  return typeof now === "string" ? now : now.onCall
}
