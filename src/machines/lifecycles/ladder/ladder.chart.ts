import { assign, setup, type SnapshotFrom } from "xstate"
import type { JourneyEnd, Ladder, ReplyValue, StepCondition } from "#schemas/outreach/ladder.ts"
import { waitOf } from "#schemas/outreach/ladderWaits.ts"
import { isMet, type PersonFacts, type Rung, rungsOf } from "./rungs.ts"

/** What happens to a person in a ladder. */
export type JourneyEvent =
  | { readonly type: "WaitOver" | "StepReached" | "StepNotReached" }
  | { readonly type: "Replied" | "Clicked" | "Booked" | "Confirmed" | "OptedOut" }
  /** A reply by which a rule set a value. */
  | ({ readonly type: "ValueSet" } & ReplyValue)

/** What is known of the person, and how many steps they got. */
export type JourneyContext = PersonFacts & { readonly touches: number; readonly wasEverReached: boolean }

const ends = {
  replied: { type: "final", description: "Replied." },
  booked: { type: "final", description: "Booked an appointment." },
  confirmed: { type: "final", description: "Confirmed an appointment." },
  optedOut: { type: "final", description: "Asked for no more messages." },
  mostTouches: { type: "final", description: "Got as much as a person may get." },
  noAnswer: { type: "final", description: "Was reached and never answered." },
  notReached: { type: "final", description: "Was not reached by any step." },
} as const satisfies Partial<Record<JourneyEnd, unknown>>

type RungParams = { readonly rung: Rung }

const machines = setup({
  types: { context: {} as JourneyContext, events: {} as JourneyEvent },
  guards: {
    hasMostTouches: ({ context }, { most }: { readonly most: number }) => context.touches >= most,
    getsAStep: ({ context }, { rung }: RungParams) => rung.some((step) => isMet(step, context)),
    wasEverReached: ({ context }) => context.wasEverReached,
  },
  actions: {
    touch: assign(({ context }, { rung }: RungParams) => ({
      touches: context.touches + rung.filter((step) => isMet(step, context)).length,
    })),
    noteReached: assign(({ context }, { rung }: RungParams) => ({
      wasReached: true,
      wasEverReached: true,
      hasAnswered: context.hasAnswered || rung.some(({ channel }) => channel === "IVR"),
    })),
    noteNotReached: assign({ wasReached: false }),
    noteReply: assign({ hasReplied: true }),
    noteClick: assign({ hasClicked: true }),
    noteValue: assign(({ context, event }) =>
      event.type === "ValueSet" ? { hasReplied: true, values: { ...context.values, [event.name]: event.value } } : {},
    ),
    noteBooking: assign({ hasBooked: true }),
  },
})

const id = "journey"
/** Who gets a step, as its description says it. What staff wrote of a value is not drawn. */
const whoGets: Readonly<Record<StepCondition, string>> = {
  always: "",
  notDelivered: " for those not reached before",
  noAnswer: " for those who answered no call",
  noReply: " for those who have not replied",
  notClicked: " for those who opened no link",
  notBooked: " for those who have not booked",
  valueIs: " for those whose reply set a certain value",
  valueIsNot: " for those whose reply set no such value",
}

/** How long a rung is waited for. */
const waitText = (minutes: number): string => {
  const { wait, unit } = waitOf(minutes)
  return wait === 0 ? "At once" : `After ${wait} ${wait === 1 ? unit.slice(0, -1) : unit}`
}

/** What comes next, and when. */
const comesNext = (rung: Rung, steps: Ladder["steps"]): string => {
  const said = rung.map((step) => `step ${steps.indexOf(step) + 1}${whoGets[step.onlyIf]}`)
  return `${waitText(rung[0]?.waitMinutes ?? 0)} ${said.join(" and ")}.`
}

/** Steps by their places, as the ladder counts them: their own numbers stay when they are moved. */
const nameOf = (rung: Rung, steps: Ladder["steps"]): string => rung.map((step) => steps.indexOf(step) + 1).join(" and ")

/** What happens, as the arrow for it says. */
const arrows = {
  replies: "Replies",
  setsValue: "A reply sets a value",
  opens: "Opens a link",
  books: "Books an appointment",
  confirms: "Confirms an appointment",
  optsOut: "Asks for no more messages",
  reached: "Is reached",
  notReached: "Is not reached",
  hasMost: "The time has come, had as much as a person may get",
  gets: "The time has come, gets a step",
  getsNone: "The time has come, gets none",
  wasReached: "No answer in time, was reached before",
  wasNotReached: "No answer in time, was never reached",
} as const

/** What ends the ladder from wherever a person is; what does not is noted, links only where a step asks for them. */
const stopsOf = ({ steps, stops }: Pick<Ladder, "steps" | "stops">) => {
  const endsAs = (end: keyof typeof ends) => ({ target: `#${id}.${end}` })
  const byReply = stops.includes("replied") ? endsAs("replied") : undefined
  return {
    OptedOut: { ...endsAs("optedOut"), description: arrows.optsOut },
    Replied: { ...(byReply ?? { actions: "noteReply" }), description: arrows.replies },
    ValueSet: { ...(byReply ?? { actions: "noteValue" }), description: arrows.setsValue },
    Booked: {
      ...(stops.includes("booked") ? endsAs("booked") : { actions: "noteBooking" }),
      description: arrows.books,
    },
    ...(steps.some(({ onlyIf }) => onlyIf === "notClicked")
      ? { Clicked: { actions: "noteClick", description: arrows.opens } }
      : {}),
    ...(stops.includes("confirmed") ? { Confirmed: { ...endsAs("confirmed"), description: arrows.confirms } } : {}),
  }
}

/**
 * A ladder as the chart of one person's way through it: they wait for a rung, get the steps of it that their conditions
 * allow, and go on, until something ends it. A rung of which they get nothing is waited for all the same, so that the
 * days of later ones stay. It opens in the visualizer.
 */
export const ladderChart = ({ steps, stops, mostTouches }: Pick<Ladder, "steps" | "stops" | "mostTouches">) => {
  const rungs = rungsOf(steps)
  const waitFor = (index: number): string => (index < rungs.length ? `#${id}.wait${index + 1}` : `#${id}.answers`)
  const on = stopsOf({ steps, stops })
  const states = rungs.flatMap((rung, index) => [
    [
      `wait${index + 1}`,
      {
        description: comesNext(rung, steps),
        on: {
          ...on,
          WaitOver: [
            {
              guard: { type: "hasMostTouches", params: { most: mostTouches } },
              ...{ target: `#${id}.mostTouches`, description: arrows.hasMost },
            },
            {
              guard: { type: "getsAStep", params: { rung } },
              ...{ target: `#${id}.rung${index + 1}`, description: arrows.gets },
            },
            { target: waitFor(index + 1), description: arrows.getsNone },
          ],
        },
      },
    ],
    [
      `rung${index + 1}`,
      {
        description: `Gets step ${nameOf(rung, steps)}.`,
        entry: { type: "touch", params: { rung } },
        on: {
          ...on,
          StepReached: {
            actions: { type: "noteReached", params: { rung } },
            ...{ target: waitFor(index + 1), description: arrows.reached },
          },
          StepNotReached: {
            actions: "noteNotReached",
            ...{ target: waitFor(index + 1), description: arrows.notReached },
          },
        },
      },
    ],
  ])
  return machines.createMachine({
    id,
    context: {
      ...{ touches: 0, wasReached: false, wasEverReached: false },
      ...{ hasAnswered: false, hasReplied: false, hasClicked: false, hasBooked: false },
      values: {},
    },
    initial: rungs.length === 0 ? "answers" : "wait1",
    states: {
      ...Object.fromEntries(states),
      answers: {
        description: "Every step is over; an answer may still come.",
        on: {
          ...on,
          WaitOver: [
            { guard: "wasEverReached", target: `#${id}.noAnswer`, description: arrows.wasReached },
            { target: `#${id}.notReached`, description: arrows.wasNotReached },
          ],
        },
      },
      ...ends,
    },
    // The states of a ladder are only known when it is read.
  } as never)
}

/** The chart of one ladder. */
export type LadderChart = ReturnType<typeof ladderChart>

/** Where a journey is: `wait1`, `rung1`, `answers`, or how it ended. */
export const journeyState = ({ value }: SnapshotFrom<LadderChart>): string => value as string
