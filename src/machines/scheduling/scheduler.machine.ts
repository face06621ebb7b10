import { assign, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { commandMachine, isCancelled, outputOf, verbOf } from "#machines/session/command.machine.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import { idIn, type PageEvent, type PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Replicate } from "#schemas/scheduling/schedule.ts"
import type { ScheduleValues, Stroke } from "#schemas/scheduling/scheduleDraft.ts"
import type { ApptSection, Plan } from "#schemas/scheduling/slot.ts"
import {
  beginsAnew,
  commandOf,
  listParams,
  mayAct,
  scheduleIn,
  sectionsOf,
  valuesOf,
  weekParams,
  type SchedulerContext,
  type ScheduleSubject,
  type ScheduleVerb,
} from "./schedulerDraft.ts"

type Deed = { readonly type: `${ScheduleVerb}.pressed`; readonly subject: ScheduleSubject }

export type SchedulerEvent =
  | PageEvent
  | { readonly type: "search.changed"; readonly search: string }
  | { readonly type: "week.changed"; readonly week: string | null }
  | { readonly type: "day.chosen"; readonly day: number }
  | { readonly type: "section.chosen"; readonly apptSection: ApptSection }
  | { readonly type: "switch.pressed"; readonly apptSection: ApptSection }
  /** The hand went down on the grid; it paints by itself until it goes up, and tells then what it changed. */
  | { readonly type: "paint.began" }
  | { readonly type: "paint.dropped" }
  | { readonly type: "slots.edited"; readonly stroke: Stroke; readonly selected: ReadonlyArray<string> }
  | { readonly type: "slots.selected"; readonly selected: ReadonlyArray<string> }
  | { readonly type: "stroke.undone" }
  | { readonly type: "plan.changed"; readonly apptSection: ApptSection; readonly plan: Plan }
  | { readonly type: "settings.opened"; readonly apptSection: ApptSection }
  | { readonly type: "review.opened" }
  | { readonly type: "replicate.opened"; readonly asked: Replicate; readonly week: Replicate["week"] }
  | { readonly type: "replicate.changed"; readonly asked: Replicate }
  | { readonly type: "side.closed" }
  | Deed
  /** A schedule was read; raised by the chart itself. */
  | { readonly type: "schedule.read" }

const nothingRead = { read: null, values: null, sections: [], selected: [], plans: {}, isSaved: false } as const

const isOn = ({ context }: { readonly context: SchedulerContext }, apptSection: ApptSection): boolean =>
  context.sections.some((section) => section.apptSection === apptSection && section.switchValue)

/** A section's region: whether it is switched on, as the draft has it, and whether its slots are painted. */
const sectionRegion = <N extends ApptSection>(apptSection: N) =>
  ({
    description: `Appointment section ${apptSection}.`,
    type: "parallel",
    states: {
      offer: {
        description: "Whether its slots are offered.",
        initial: "off",
        states: {
          off: {
            description: "Kept as it is, publishes nothing.",
            always: { guard: `isOn${apptSection}`, target: "on" },
          },
          on: { description: "Its slots are offered.", always: { guard: `isOff${apptSection}`, target: "off" } },
        },
      },
      hand: {
        description: "Whether its slots are painted.",
        initial: apptSection === 1 ? "edited" : "resting",
        states: {
          resting: {
            description: "Shown among the others; a press turns to it.",
            always: { guard: `isEdited${apptSection}`, target: "edited" },
          },
          edited: {
            description: "Wears the accent: what is painted belongs to it.",
            always: { guard: `isNotEdited${apptSection}`, target: "resting" },
          },
        },
      },
    },
  }) as const

/** `/scheduler`: the locations, and when one of them offers appointments (docs/policy.md#schedules). */
export const schedulerMachine = setup({
  types: { input: {} as PageInput, context: {} as SchedulerContext, events: {} as SchedulerEvent },
  actors: {
    schedulers: readingMachine,
    schedule: readingMachine,
    preview: readingMachine,
    form: formMachine,
    command: commandMachine,
  },
  guards: {
    isLeft,
    isDiscarded: ({ event }) =>
      (event as unknown as { readonly output: { readonly discarded: boolean } }).output.discarded,
    isCancelled,
    isSchedule: ({ event }) =>
      event.type === "feed.changed" && ["schedule", "appointment", "location"].includes(event.thing),
    isOn1: (of) => isOn(of, 1),
    isOn2: (of) => isOn(of, 2),
    isOn3: (of) => isOn(of, 3),
    isOff1: (of) => !isOn(of, 1),
    isOff2: (of) => !isOn(of, 2),
    isOff3: (of) => !isOn(of, 3),
    isEdited1: ({ context }) => context.edited === 1,
    isEdited2: ({ context }) => context.edited === 2,
    isEdited3: ({ context }) => context.edited === 3,
    isNotEdited1: ({ context }) => context.edited !== 1,
    isNotEdited2: ({ context }) => context.edited !== 2,
    isNotEdited3: ({ context }) => context.edited !== 3,
    beginsAnew: ({ context, event }) => beginsAnew(context, scheduleIn(event, context.search)),
    mayAct: ({ context, event }) => "subject" in event && mayAct(context, event.subject),
    isReplicated: ({ event }) => {
      const { verb, outcome } = outputOf({ event })
      return verb === "replicate" && outcome === "done"
    },
  },
  actions: {
    setUrl: assign(({ context, event }) => {
      if (event.type !== "url.changed") return {}
      const isSame = idIn(event.search) === idIn(context.search)
      return { search: event.search, ...(isSame ? {} : { ...nothingRead, last: null }) }
    }),
    setSearched: assign(({ event }) => (event.type === "search.changed" ? { searched: event.search } : {})),
    setWeek: assign(({ event }) => (event.type === "week.changed" ? { week: event.week, selected: [] } : {})),
    setDay: assign(({ event }) => (event.type === "day.chosen" ? { day: event.day } : {})),
    setEdited: assign(({ context, event }) =>
      "apptSection" in event
        ? { edited: event.apptSection, selected: context.edited === event.apptSection ? context.selected : [] }
        : {},
    ),
    setSelected: assign(({ event }) => ("selected" in event ? { selected: event.selected } : {})),
    setPlan: assign(({ context, event }) =>
      event.type === "plan.changed" ? { plans: { ...context.plans, [event.apptSection]: event.plan } } : {},
    ),
    setReplicate: assign(({ context, event }) => {
      if (event.type === "replicate.opened") return { replicate: { asked: event.asked, week: event.week } }
      const { replicate } = context
      return event.type === "replicate.changed" && replicate !== null
        ? { replicate: { ...replicate, asked: event.asked } }
        : {}
    }),
    setRead: assign(({ context, event }) => {
      const read = scheduleIn(event, context.search)
      const values = read === null ? null : valuesOf(read)
      return { read, values, sections: sectionsOf({ ...context, read, values }), selected: [], isSaved: false }
    }),
    dropValues: assign(({ context }) => {
      const values = context.read && valuesOf(context.read)
      return { values, sections: sectionsOf({ ...context, values }), selected: [] }
    }),
    forgetRead: assign(nothingRead),
    noteSaved: assign({ isSaved: true, selected: [] }),
    setValues: assign(({ context, event }) => {
      const { snapshot } = event as unknown as {
        readonly snapshot: { readonly context: { readonly values: ScheduleValues } }
      }
      const { values } = snapshot.context
      return { values, sections: sectionsOf({ ...context, values }) }
    }),
    sayRead: raise({ type: "schedule.read" }),
    closeSide: raise({ type: "side.closed" }),
    drawStroke: sendTo("form", ({ context, event }) => ({
      type: "field.changed",
      field: "strokes",
      value: [...(context.values?.strokes ?? []), ...(event.type === "slots.edited" ? [event.stroke] : [])],
    })),
    undoStroke: sendTo("form", ({ context }) => ({
      type: "field.changed",
      field: "strokes",
      value: context.values?.strokes.slice(0, -1) ?? [],
    })),
    turnSwitch: sendTo("form", ({ context, event }) => ({
      type: "field.changed",
      field: "sections",
      value: context.values?.sections.map((section) =>
        "apptSection" in event && section.apptSection === event.apptSection
          ? { ...section, switchValue: !section.switchValue }
          : section,
      ),
    })),
    sendList: sendTo("schedulers", ({ context }) => ({ type: "params.changed", params: listParams(context) })),
    sendWeek: sendTo("schedule", ({ context }) => ({ type: "params.changed", params: weekParams(context) })),
    sendPreview: sendTo("preview", ({ context }) => ({
      type: "params.changed",
      params: context.replicate?.asked ?? null,
    })),
    clearPreview: sendTo("preview", { type: "params.changed", params: null }),
    refreshList: sendTo("schedulers", { type: "feed.changed" }),
    refreshWeek: sendTo("schedule", { type: "feed.changed" }),
    rereadWeek: sendTo("schedule", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    clearReplicate: assign({ replicate: null }),
    setLast: assign(({ event }) => ({ last: outputOf<ScheduleVerb, ScheduleSubject>({ event }) })),
  },
  delays: { choosingPause: 300 },
}).createMachine({
  id: "scheduler",
  context: ({ input }) => ({
    search: input.search,
    searched: "",
    week: null,
    day: null,
    edited: 1,
    ...nothingRead,
    replicate: null,
    last: null,
  }),
  invoke: [
    { id: "schedulers", src: "schedulers", input: ({ context }) => ({ params: listParams(context) }) },
    {
      id: "schedule",
      src: "schedule",
      input: ({ context }) => ({ params: weekParams(context) }),
      onSnapshot: { guard: "beginsAnew", actions: ["setRead", "sayRead"] },
    },
    { id: "preview", src: "preview", input: { params: null } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendWeek"] },
    "feed.changed": { guard: "isSchedule", actions: ["refreshList", "refreshWeek"] },
    "search.changed": { actions: ["setSearched", "sendList"] },
    "week.changed": { actions: ["setWeek", "sendWeek"] },
    "day.chosen": { actions: "setDay" },
    "section.chosen": { actions: "setEdited" },
    "plan.changed": { actions: "setPlan" },
  },
  type: "parallel",
  states: {
    section1: sectionRegion(1),
    section2: sectionRegion(2),
    section3: sectionRegion(3),
    draft: {
      description: "What was changed and is not saved yet.",
      initial: "none",
      states: {
        none: {
          description: "No schedule is read, or it was left; there is nothing to change.",
          on: { "schedule.read": "open" },
        },
        open: {
          description: "The schedule can be changed; nothing is kept before it is saved.",
          invoke: {
            id: "form",
            src: "form",
            input: ({ context }) => ({ values: { ...context.values } }),
            onSnapshot: { actions: "setValues" },
            onDone: [
              { guard: "isLeft", target: "none", actions: "forgetRead" },
              { guard: "isDiscarded", target: "open", reenter: true, actions: ["dropValues", "rereadWeek"] },
              { target: "saved", actions: ["noteSaved", "rereadWeek", "refreshList"] },
            ],
          },
          on: {
            "schedule.read": { target: "open", reenter: true },
            "switch.pressed": { actions: "turnSwitch" },
            "slots.edited": { actions: ["drawStroke", "setSelected"] },
            "stroke.undone": { actions: ["undoStroke", "setSelected"] },
          },
        },
        saved: { description: "The server has it; it is read again.", on: { "schedule.read": "open" } },
      },
    },
    hand: {
      description: "What the hand does with the grid.",
      initial: "resting",
      on: { "slots.selected": { target: ".resting", actions: "setSelected" } },
      states: {
        resting: {
          description: "Nothing is painted.",
          on: { "paint.began": "painting" },
        },
        painting: {
          description: "A stroke is under way; the grid shows it by itself and tells its end.",
          on: {
            "paint.dropped": "resting",
            "slots.edited": "resting",
          },
        },
      },
    },
    side: {
      description: "What is open next to the grid.",
      initial: "closed",
      on: {
        "settings.opened": { target: ".settings", actions: "setEdited" },
        "review.opened": ".review",
        "replicate.opened": { target: ".replicate", actions: "setReplicate" },
        "side.closed": ".closed",
      },
      states: {
        closed: { description: "The grid has all the room." },
        settings: {
          description: "Name, days and slots of the section that is edited.",
          meta: { actions: ["scheduler.side.close"] },
        },
        review: { description: "What saving would change, by day.", meta: { actions: ["scheduler.side.close"] } },
        replicate: {
          description: "Copies the slots of the week to other days.",
          meta: { actions: ["scheduler.side.close", "part.cancel"] },
          exit: ["clearPreview", "clearReplicate"],
          on: { "replicate.changed": { target: ".pausing", actions: "setReplicate" } },
          initial: "pausing",
          states: {
            pausing: {
              description: "Waits until nothing more is chosen.",
              after: { choosingPause: { target: "previewing", actions: "sendPreview" } },
            },
            previewing: { description: "Shows what replicating would do." },
          },
        },
      },
    },
    deed: {
      description: "What is being done to the schedule besides saving it.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
          on: {
            "replicate.pressed": { guard: "mayAct", target: "acting", actions: "clearLast" },
            "undo.pressed": { guard: "mayAct", target: "acting", actions: "clearLast" },
            "clear.pressed": { guard: "mayAct", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Replicates, takes back or clears; clearing asks first.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => {
              const pressed = event as Deed
              return commandOf(verbOf<ScheduleVerb>(pressed), pressed.subject)
            },
            onDone: [
              { guard: "isCancelled", target: "none" },
              {
                guard: "isReplicated",
                target: "none",
                actions: ["setLast", "rereadWeek", "refreshList", "closeSide"],
              },
              { target: "none", actions: ["setLast", "rereadWeek", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type SchedulerSnapshot = SnapshotFrom<typeof schedulerMachine>
