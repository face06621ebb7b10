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
  type Question,
} from "#machines/session/command.machine.ts"
import {
  idIn,
  listParams,
  namesNothing,
  namesThing,
  withoutThing,
  type PageEvent,
  type PageInput,
  type Search,
} from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { journeyEnds, variantLetter } from "#schemas/outreach/ladder.ts"
import { isWayKey } from "#schemas/outreach/ladderWays.ts"
import { multiCampaignList, type MultiCampaign } from "#schemas/outreach/multiCampaign.ts"
import type { Choice } from "#schemas/outreach/variants.ts"

/** What may be done to a multi-campaign, in the order of the buttons. */
export const ladderVerbs = ["launch", "return", "pause", "resume", "cancel", "delete"] as const
/** What may be done to one: by its buttons, or by those of a step that tests its texts. */
export type LadderVerb = (typeof ladderVerbs)[number] | "choose"

/** What is done something to, with the text that is chosen of a test. */
export type LadderSubject = MultiCampaign & { readonly choice?: Choice }

export type MultiCampaignsEvent =
  | PageEvent
  | { readonly type: `${(typeof ladderVerbs)[number]}.pressed`; readonly multiCampaign: MultiCampaign }
  | { readonly type: "choose.pressed"; readonly multiCampaign: LadderSubject }
  /** Looks at everyone of its list for each step, before it is launched. */
  | { readonly type: "check.pressed"; readonly hashedId: string; readonly version: number }

type Context = {
  readonly search: Search
  /** What was done last to the one that is shown: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<LadderVerb, MultiCampaign> | null
  /** How often one was checked, and whether something that a check reads changed since the last one. */
  readonly checks: number
  readonly isCheckOld: boolean
}

/** What is checked: a ladder as it was seen. */
export type CheckParams = { readonly hashedId: string; readonly version: number; readonly nth: number }

const thingParams = (search: Search) => {
  const hashedId = idIn(search)
  return hashedId === null ? null : { hashedId }
}

/** Who is listed of a multi-campaign: those at a step, of an end or a way, as the address says; null while they are not shown. */
const journeyParams = (search: Search) => {
  const hashedId = idIn(search)
  if (hashedId === null || search["tab"] !== "people") return null
  const { step = "", end = "", way = "" } = search
  const endedAs = journeyEnds.find((one) => one === end)
  return {
    hashedId,
    ...(/^\d{1,3}$/.test(step) ? { stepId: Number(step) } : {}),
    ...(endedAs === undefined ? {} : { endedAs }),
    ...(isWayKey(way) ? { way } : {}),
  }
}

const seenIn = ({ hashedId, version }: MultiCampaign) => ({ id: hashedId, version })

/** A return, a pause and a resumption can be undone, so they are not asked about. */
const questionOf = (verb: LadderVerb, subject: LadderSubject): Question | undefined => {
  const { state, choice } = subject
  const { name, startAt } = subject.draft
  if (verb === "return" || verb === "pause" || verb === "resume") return undefined
  if (verb === "launch")
    return {
      title: "multi.launch.title",
      text: [],
      confirm: state !== "scheduled" && startAt !== null ? "multi.schedule" : "multi.launch",
      cancel: "part.cancel",
      counting: { meanwhile: "multi.launch.counting", label: "multi.launch.type" },
    }
  if (verb === "choose")
    return {
      title: "multi.choose.title",
      text: [{ word: "multi.choose.text", values: { letter: variantLetter(choice?.variant ?? 0) } }],
      confirm: "multi.choose.confirm",
      cancel: "part.cancel",
    }
  return {
    title: `multi.${verb}.title`,
    text: [{ word: `multi.${verb}.text`, values: { name } }],
    confirm: `multi.${verb}`,
    cancel: verb === "cancel" ? "multi.cancel.keep" : "part.cancel",
    isDestructive: true,
  }
}

type Pressed = Extract<MultiCampaignsEvent, { readonly multiCampaign: MultiCampaign }>
const commandOf = (event: Pressed): CommandInput<LadderVerb, LadderSubject> => {
  const [verb, subject] = [verbOf<LadderVerb>(event), event.multiCampaign as LadderSubject]
  const question = questionOf(verb, subject)
  return { verb, subject, seen: seenIn(subject), ...(question === undefined ? {} : { question }) }
}

/** `/multi`: the multi-campaigns, or one of them alone with its people, and what may be done to it. */
export const multiCampaignsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as MultiCampaignsEvent },
  actors: {
    list: readingMachine,
    thing: readingMachine,
    counts: readingMachine,
    journeys: readingMachine,
    check: readingMachine,
    command: commandMachine,
  },
  guards: {
    isNewest: ({ context, event }) =>
      "multiCampaign" in event && !isOutdated(context.last, seenIn(event.multiCampaign)),
    /** What is counted of a ladder are the people of its campaigns. */
    isOurs: ({ event }) =>
      event.type === "feed.changed" && (event.thing === "multiCampaign" || event.thing === "campaign"),
    /** What a check reads next to the ladder itself: texts, people, what the company allows, and the time of a demo. */
    isChecked: ({ event }) =>
      event.type === "feed.changed" &&
      ["template", "import", "company", "clock"].some((thing) => thing === event.thing),
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: idIn(event.search) === idIn(context.search) ? context.last : null }
        : {},
    ),
    sendList: sendTo("list", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, multiCampaignList),
    })),
    sendDetail: sendTo("thing", ({ context }) => ({ type: "params.changed", params: thingParams(context.search) })),
    sendCounts: sendTo("counts", ({ context }) => ({ type: "params.changed", params: thingParams(context.search) })),
    sendJourneys: sendTo("journeys", ({ context }) => ({
      type: "params.changed",
      params: journeyParams(context.search),
    })),
    refreshList: sendTo("list", { type: "feed.changed" }),
    refreshDetail: sendTo("thing", { type: "feed.changed" }),
    refreshCounts: sendTo("counts", { type: "feed.changed" }),
    refreshJourneys: sendTo("journeys", { type: "feed.changed" }),
    countCheck: assign(({ context }) => ({ checks: context.checks + 1, isCheckOld: false })),
    outdateCheck: assign({ isCheckOld: true }),
    sendCheck: sendTo("check", ({ context: { checks }, event }) => {
      const { hashedId, version } = event as Extract<MultiCampaignsEvent, { readonly type: "check.pressed" }>
      return { type: "params.changed", params: { hashedId, version, nth: checks } satisfies CheckParams }
    }),
    rereadChosen: sendTo("thing", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<LadderVerb, MultiCampaign>({ event }) })),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<LadderVerb, MultiCampaign>({ event }).subject.hashedId === idIn(search)
        ? { search: withoutThing(search, "tab", "step", "end", "way") }
        : {},
    ),
  },
}).createMachine({
  id: "multiCampaigns",
  context: ({ input }) => ({ search: input.search, last: null, checks: 0, isCheckOld: false }),
  invoke: [
    { id: "list", src: "list", input: ({ context }) => ({ params: listParams(context.search, multiCampaignList) }) },
    {
      id: "thing",
      src: "thing",
      input: ({ context }) => ({ params: thingParams(context.search), keepPreviousData: false }),
    },
    {
      id: "counts",
      src: "counts",
      input: ({ context }) => ({ params: thingParams(context.search), keepPreviousData: false }),
    },
    { id: "check", src: "check", input: { params: null, keepPreviousData: false } },
    {
      id: "journeys",
      src: "journeys",
      input: ({ context }) => ({ params: journeyParams(context.search), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendDetail", "sendCounts", "sendJourneys"] },
    "feed.changed": [
      { guard: "isOurs", actions: ["refreshList", "refreshDetail", "refreshCounts", "refreshJourneys"] },
      { guard: "isChecked", actions: "outdateCheck" },
    ],
    "check.pressed": { actions: ["countCheck", "sendCheck"] },
  },
  type: "parallel",
  states: {
    place: {
      description: "The list, or the campaign that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks at the campaigns.",
          meta: { heading: "multi.title", actions: ["multi.new"] },
          always: { guard: "namesThing", target: "thing" },
        },
        thing: {
          description: "Looks at one campaign alone; the list is one step back.",
          meta: { actions: ["multi.title"] },
          always: { guard: "namesNothing", target: "list" },
        },
      },
    },
    deed: {
      description: "What is being done to a campaign.",
      initial: "idle",
      states: {
        idle: {
          description: "Nothing is being done.",
          on: {
            "launch.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "return.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "pause.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "resume.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "cancel.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "choose.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
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
              { guard: "isCancelled", target: "idle" },
              { guard: "isDeleted", target: "idle", actions: ["goToList", "forgetDeleted", "refreshList"] },
              { target: "idle", actions: ["setLast", "rereadChosen", "refreshCounts", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type MultiCampaignsSnapshot = SnapshotFrom<typeof multiCampaignsMachine>

/** Whether one is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isLadderOutdated = ({ context }: MultiCampaignsSnapshot, shown: MultiCampaign): boolean =>
  isOutdated(context.last, seenIn(shown))
