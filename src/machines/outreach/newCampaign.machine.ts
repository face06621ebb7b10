import { assign, enqueueActions, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { commandMachine, isCancelled } from "#machines/session/command.machine.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import type { CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import {
  campaignSteps,
  draftOf,
  firstSender,
  isWrongIn,
  takesItsSender,
  type CampaignRequest,
  type CampaignChoices,
  type CampaignFormValues,
  type CampaignStep,
  type OpenedCampaign,
  type SavedCampaign,
} from "#schemas/outreach/campaignForm.ts"
import type { FieldError, Problem } from "#schemas/problem.ts"
import {
  askedOf,
  checkedOf,
  firstValues,
  formIn,
  isScheduled,
  launchOf,
  nothingYet,
  offered,
  outputOf,
  previewOf,
  sayingOf,
  valuesIn,
} from "./newCampaignForm.ts"

export type NewCampaignEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "next.pressed" }
  | { readonly type: "rename.pressed" }
  | { readonly type: `${CampaignStep}.opened` }
  | { readonly type: "values.changed" }
  | { readonly type: "form.refused" }
  | { readonly type: "launch.pressed" }
  | { readonly type: "others.pressed" }
  /** Asks who the people are that a line of the checks counts. */
  | { readonly type: "checked.opened"; readonly share: CheckedShare }
  | { readonly type: "checked.closed" }

type Context = {
  readonly asked: CampaignRequest
  readonly choices: CampaignChoices | null
  /** What counts as unchanged: the form opens again with what was chosen in it before. */
  readonly initial: CampaignFormValues | null
  readonly values: CampaignFormValues | null
  /** What is wrong with the values now, null until the form has said so; and how often sending them was refused. */
  readonly errors: ReadonlyArray<FieldError> | null
  readonly refusals: number
  /** What is known of the draft; null until it is saved. */
  readonly saved: SavedCampaign | null
  /** The last whole check; null while there was none. */
  readonly check: StoredCheck | null
  /** It was saved a moment ago, so it is checked now. */
  readonly isJustSaved: boolean
  readonly problem: Problem | null
  /** Moves of the focus by the page itself within the open step: where to, and how many so far. */
  readonly focus: { readonly on: "heading" | "name" | "wrong"; readonly times: number }
  /** How many steps were reached by now, the first not counted; each of them can be opened again. */
  readonly reached: number
  /** How often other people were asked for in the preview. */
  readonly others: number
  /** Which people of the checks are shown; null for none. */
  readonly share: CheckedShare | null
}

/**
 * `/campaign?new` and `/campaign?id=…&edit`: puts a campaign together in steps,
 * shows meanwhile who would get what when, saves it as a draft, checks it, and
 * launches or schedules it. Nothing is sent before that is confirmed.
 */
export const newCampaignMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as NewCampaignEvent, tags: {} as "busy" },
  actors: {
    prepare: fromPromise<OpenedCampaign, CampaignRequest>(unprovided),
    form: formMachine,
    preview: readingMachine,
    checked: readingMachine,
    check: fromPromise<StoredCheck, CampaignFormValues>(unprovided),
    command: commandMachine,
  },
  guards: {
    isLeft,
    isCancelled,
    isLaunched: ({ event }) => outputOf<{ readonly outcome: string }>(event).outcome === "done",
    isRefused: ({ context, event }) => formIn(event).refusals > context.refusals,
    changesValues: ({ context, event }) =>
      context.values !== null && sayingOf(valuesIn(event)) !== sayingOf(context.values),
    /** Another call flow comes with its own caller ID, unless the person has chosen a number. */
    takesItsSender: ({ context, event }) => takesItsSender(context, valuesIn(event)),
    isSaved: ({ context }) => context.saved !== null,
    isJustSaved: ({ context }) => context.isJustSaved,
    isMessageWrong: ({ context }) => isWrongIn("message", context.errors),
    arePeopleWrong: ({ context }) => isWrongIn("people", context.errors),
    isTimingWrong: ({ context }) => isWrongIn("timing", context.errors),
    isPeopleReached: ({ context }) => context.reached >= 1,
    isTimingReached: ({ context }) => context.reached >= 2,
    isUnchecked: ({ context }) => context.check === null,
    isOutdated: ({ context }) => context.check?.isOld === true,
    hasEligible: ({ context }) => (context.check?.eligible ?? 0) > 0,
    isStartKnown: ({ context: { values } }) =>
      values === null || !isScheduled(values) || draftOf(values).startAt !== null,
  },
  actions: {
    setOpened: assign(({ context, event }) => {
      const { choices, values, saved } = outputOf<OpenedCampaign>(event)
      const opened = values === null ? firstValues(choices, context.asked) : offered(values, choices)
      return {
        choices,
        initial: opened,
        values: opened,
        saved,
        check: saved?.check ?? null,
        errors: null,
        problem: null,
      }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setValues: assign(({ event }) => {
      const { errors, refusals } = formIn(event)
      return { values: valuesIn(event), errors, refusals }
    }),
    sendSender: sendTo("form", ({ context, event }) => ({
      type: "field.changed",
      field: "senderId",
      value: context.choices && firstSender(context.choices, valuesIn(event)),
    })),
    sayChanged: raise({ type: "values.changed" }),
    sayRefused: raise({ type: "form.refused" }),
    setSaved: assign(({ context, event }) => {
      const saved = outputOf<{ readonly value: SavedCampaign }>(event).value
      const { campaignHashedId, streamVersion } = saved
      const values = context.values && { ...context.values, campaignHashedId, streamVersion }
      return {
        saved,
        check: null,
        initial: values,
        values,
        errors: null,
        refusals: 0,
        problem: null,
        isJustSaved: true,
      }
    }),
    forgetSaving: assign({ isJustSaved: false }),
    setCheck: assign(({ event }) => ({ check: outputOf<StoredCheck>(event), problem: null })),
    setRefusal: assign(({ event }) => ({ problem: outputOf<{ readonly problem: Problem | null }>(event).problem })),
    touchMessage: enqueueActions(({ enqueue }) => {
      for (const field of campaignSteps.message) enqueue.sendTo("form", { type: "field.left", field })
    }),
    touchPeople: enqueueActions(({ enqueue }) => {
      for (const field of campaignSteps.people) enqueue.sendTo("form", { type: "field.left", field })
    }),
    touchTiming: enqueueActions(({ enqueue }) => {
      for (const field of campaignSteps.timing) enqueue.sendTo("form", { type: "field.left", field })
    }),
    focusHeading: assign(({ context }) => ({ focus: { on: "heading" as const, times: context.focus.times + 1 } })),
    focusName: assign(({ context }) => ({ focus: { on: "name" as const, times: context.focus.times + 1 } })),
    focusWrong: assign(({ context }) => ({ focus: { on: "wrong" as const, times: context.focus.times + 1 } })),
    reachPeople: assign(({ context }) => ({ reached: Math.max(context.reached, 1) })),
    reachTiming: assign(({ context }) => ({ reached: Math.max(context.reached, 2) })),
    reachCheck: assign({ reached: 3 }),
    sendPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: previewOf(context.values) })),
    setShare: assign(({ event }) => ({ share: event.type === "checked.opened" ? event.share : null })),
    sendChecked: sendTo("checked", ({ context }) => ({ type: "params.changed", params: checkedOf(context) })),
    showOthers: assign(({ context }) => ({ others: context.others + 1 })),
    showDraft: () => undefined,
    showCampaign: () => undefined,
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "newCampaign",
  context: ({ input }) => ({ ...nothingYet, asked: askedOf(input.search) }),
  invoke: [
    { id: "preview", src: "preview", input: { params: null } },
    { id: "checked", src: "checked", input: { params: null, keepPreviousData: false } },
  ],
  initial: "preparing",
  states: {
    preparing: {
      description: "Reads the draft, if any, and what can be chosen.",
      tags: "busy",
      invoke: {
        id: "prepare",
        src: "prepare",
        input: ({ context }) => context.asked,
        onDone: { target: "drafting", actions: "setOpened" },
        onError: { target: "couldNotPrepare", actions: "setProblem" },
      },
    },
    couldNotPrepare: {
      description: "The choices could not be read; Retry stands in their place.",
      meta: { actions: ["part.retry"] },
      on: { "retry.pressed": "preparing" },
    },
    drafting: {
      description: "From the first choice to the launch.",
      type: "parallel",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ initial: { ...context.initial }, values: { ...context.values } }),
        onSnapshot: [
          { guard: "isRefused", actions: ["setValues", "sayRefused"] },
          { guard: "takesItsSender", actions: ["sendSender", "setValues", "sayChanged"] },
          { guard: "changesValues", actions: ["setValues", "sayChanged"] },
          { actions: "setValues" },
        ],
        // A saved form opens again: it can be changed, and leaving it with changes is asked about.
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "drafting", reenter: true, actions: ["setSaved", "focusHeading", "showDraft"] },
        ],
      },
      on: {
        "others.pressed": { actions: "showOthers" },
        "checked.opened": { actions: ["setShare", "sendChecked"] },
        "checked.closed": { actions: ["setShare", "sendChecked"] },
      },
      states: {
        step: {
          description: "Which step is open; the others are one line each.",
          initial: "deciding",
          on: {
            "form.refused": [
              { guard: "isMessageWrong", target: ".message" },
              { guard: "arePeopleWrong", target: ".people" },
              { guard: "isTimingWrong", target: ".timing" },
            ],
            "rename.pressed": { target: ".message", actions: "focusName" },
            "message.opened": { target: ".message", actions: "focusHeading" },
            "people.opened": { guard: "isPeopleReached", target: ".people", actions: "focusHeading" },
            "timing.opened": { guard: "isTimingReached", target: ".timing", actions: "focusHeading" },
          },
          states: {
            deciding: {
              description: "A draft that exists is done with its steps.",
              always: [{ guard: "isSaved", target: "check" }, { target: "message" }],
            },
            message: {
              description: "What it is called, and what people read.",
              meta: { actions: ["campaign.step.people.next"] },
              on: {
                "next.pressed": [
                  { guard: "isMessageWrong", actions: ["touchMessage", "focusWrong"] },
                  { target: "people", actions: "focusHeading" },
                ],
              },
            },
            people: {
              description: "Who gets it.",
              entry: "reachPeople",
              meta: { actions: ["campaign.step.timing.next"] },
              on: {
                "next.pressed": [
                  { guard: "arePeopleWrong", actions: ["touchPeople", "focusWrong"] },
                  { target: "timing", actions: "focusHeading" },
                ],
              },
            },
            timing: {
              description: "When it begins, and from which number at which pace.",
              entry: "reachTiming",
              meta: { actions: ["campaign.step.check.next"] },
              on: {
                "next.pressed": [
                  { guard: "isTimingWrong", actions: ["touchTiming", "focusWrong"] },
                  { target: "check", actions: "focusHeading" },
                ],
              },
            },
            check: { description: "All steps are done; the check stands open.", entry: "reachCheck" },
          },
        },
        verdict: {
          description: "What a whole check says of the draft.",
          initial: "deciding",
          states: {
            deciding: {
              description: "Is there no check, an old one, or one that holds?",
              always: [
                { guard: "isJustSaved", target: "checking", actions: "forgetSaving" },
                { guard: "isUnchecked", target: "unchecked" },
                { guard: "isOutdated", target: "outdated" },
                { guard: "hasEligible", target: "launchable" },
                { target: "forNobody" },
              ],
            },
            unchecked: {
              description: "Not checked yet; checking saves it first.",
              meta: { actions: ["campaign.checkAndSchedule"] },
            },
            outdated: {
              description: "It was changed since its last check, which says so.",
              meta: { actions: ["campaign.checkAndSchedule"] },
            },
            checking: {
              description: "Everyone of the list is judged by the server.",
              tags: "busy",
              invoke: {
                id: "check",
                src: "check",
                input: ({ context }) => context.values as CampaignFormValues,
                onDone: { target: "deciding", actions: "setCheck" },
                onError: { target: "unchecked", actions: "setProblem" },
              },
              on: { "values.changed": "unchecked" },
            },
            launchable: {
              description: "The check holds, and someone would get it.",
              on: { "launch.pressed": "launching", "values.changed": "outdated" },
            },
            forNobody: {
              description: "No one would get it, so it must be changed.",
              meta: { actions: ["campaign.checkAndSchedule"] },
              on: { "values.changed": "outdated" },
            },
            launching: {
              description: "Asks, then launches or schedules it.",
              invoke: {
                id: "command",
                src: "command",
                input: ({ context }) => launchOf(context.values as CampaignFormValues),
                onDone: [
                  { guard: "isCancelled", target: "launchable" },
                  { guard: "isLaunched", target: "#newCampaign.launched" },
                  { target: "launchable", actions: "setRefusal" },
                ],
              },
            },
          },
        },
        following: {
          description: "The preview follows what is typed.",
          initial: "pausing",
          states: {
            pausing: {
              description: "Waits for a pause in typing.",
              on: { "values.changed": { target: "pausing", reenter: true } },
              after: {
                typingPause: [
                  { guard: "isStartKnown", target: "settled", actions: "sendPreview" },
                  { target: "settled" },
                ],
              },
            },
            settled: {
              description: "The preview reads, or shows, what the form says.",
              on: { "values.changed": "pausing" },
            },
          },
        },
      },
    },
    launched: { type: "final", description: "It runs or waits for its start, and is shown.", entry: "showCampaign" },
    left: { type: "final", description: "The person went on; what was saved is a draft." },
  },
})

export type NewCampaignSnapshot = SnapshotFrom<typeof newCampaignMachine>
