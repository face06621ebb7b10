import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import { idIn, withoutThing, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { OutreachRunDetail, RunSubject } from "#schemas/scheduling/outreachRun.ts"

/** What is done to an outreach run: to the whole of it, or to one of its dates. */
export type RunVerb = "pause" | "resume" | "end" | "delete" | "skip" | "unskip"

export type OutreachRunsEvent = PageEvent | ({ readonly type: `${RunVerb}.pressed` } & RunSubject)

type Context = {
  readonly search: Search
  /** What was done last to the run that is shown: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<RunVerb, RunSubject> | null
}

/** The month that an address names, `YYYY-MM`; null for this one. */
export const monthIn = ({ month = "" }: Search): string | null => (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null)

const calendarParams = (search: Search) => ({ month: monthIn(search) })
const runParams = (search: Search) => {
  const hashedId = idIn(search)
  return hashedId === null ? null : { hashedId }
}
const seenIn = ({ hashedId, version }: OutreachRunDetail) => ({ id: hashedId, version })

type Pressed = Extract<OutreachRunsEvent, RunSubject>

const commandOf = (event: Pressed): CommandInput<RunVerb, RunSubject> => {
  const { run, date } = event
  const verb = verbOf<RunVerb>(event)
  const command = { verb, subject: { run, date }, seen: seenIn(run) }
  return verb !== "delete" && verb !== "end"
    ? command
    : {
        ...command,
        question: {
          title: `runs.${verb}.title`,
          text: [{ word: `runs.${verb}.text`, values: { name: run.run.name } }],
          confirm: verb === "end" ? "runs.end.confirm" : "runs.delete",
          cancel: "part.cancel",
          isDestructive: true,
        },
      }
}

/** `/scheduler?view=runs`: the outreach runs on a calendar, or one of them alone (docs/policy.md#outreach-runs). */
export const outreachRunsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as OutreachRunsEvent },
  actors: { calendar: readingMachine, run: readingMachine, command: commandMachine },
  guards: {
    isNewest: ({ context, event }) => "run" in event && !isOutdated(context.last, seenIn(event.run)),
    isOurs: ({ event }) => event.type === "feed.changed" && event.thing === "outreachRun",
    isCancelled,
    isDeleted,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: idIn(event.search) === idIn(context.search) ? context.last : null }
        : {},
    ),
    sendCalendar: sendTo("calendar", ({ context }) => ({
      type: "params.changed",
      params: calendarParams(context.search),
    })),
    sendRun: sendTo("run", ({ context }) => ({ type: "params.changed", params: runParams(context.search) })),
    refreshCalendar: sendTo("calendar", { type: "feed.changed" }),
    refreshRun: sendTo("run", { type: "feed.changed" }),
    rereadRun: sendTo("run", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<RunVerb, RunSubject>({ event }) })),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<RunVerb, RunSubject>({ event }).subject.run.hashedId === idIn(search)
        ? { search: withoutThing(search) }
        : {},
    ),
  },
}).createMachine({
  id: "outreachRuns",
  context: ({ input }) => ({ search: input.search, last: null }),
  invoke: [
    { id: "calendar", src: "calendar", input: ({ context }) => ({ params: calendarParams(context.search) }) },
    {
      id: "run",
      src: "run",
      input: ({ context }) => ({ params: runParams(context.search), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendCalendar", "sendRun"] },
    "feed.changed": { guard: "isOurs", actions: ["refreshCalendar", "refreshRun"] },
  },
  initial: "looking",
  states: {
    looking: {
      description: "Looks at the calendar or at one run; nothing is being done.",
      on: {
        "pause.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "resume.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "skip.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "unskip.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "end.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
        "delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
      },
    },
    acting: {
      description: "Does it; ending and deleting ask first.",
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => commandOf(event as Pressed),
        onDone: [
          { guard: "isCancelled", target: "looking" },
          { guard: "isDeleted", target: "looking", actions: ["goToList", "forgetDeleted", "refreshCalendar"] },
          { target: "looking", actions: ["setLast", "rereadRun", "refreshCalendar"] },
        ],
      },
    },
  },
})

export type OutreachRunsSnapshot = SnapshotFrom<typeof outreachRunsMachine>

/** Whether a run is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isRunOutdated = ({ context }: OutreachRunsSnapshot, run: OutreachRunDetail): boolean =>
  isOutdated(context.last, seenIn(run))
