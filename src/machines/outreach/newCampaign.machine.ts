import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { emptyCampaignForm, type CampaignChoices, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import type { CampaignCheck } from "#schemas/outreach/campaign.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the server made of the campaign. */
export type CreatedCampaign = { readonly campaignHashedId: string | null }

export type NewCampaignEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: "change.pressed" }
  | { readonly type: "create.pressed" }
  | { readonly type: "leave.asked"; readonly to: string }
  | { readonly type: "leave.confirmed" }
  | { readonly type: "leave.cancelled" }

type Asked = { readonly template: string | undefined; readonly listId: number | null }

type Context = {
  /** The template, by its public id, and the list that the address asks for, when it does. */
  readonly asked: Asked
  readonly choices: CampaignChoices | null
  readonly initial: CampaignFormValues | null
  readonly values: CampaignFormValues | null
  readonly check: CampaignCheck | null
  readonly problem: Problem | null
  readonly created: CreatedCampaign | null
  readonly leavingTo: string | null
}

const outputOf = <A>(event: unknown): A => (event as { readonly output: A }).output
const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
const askedOf = ({ template, listId }: PageInput["search"]): Asked => ({
  template,
  listId: numberIn(listId),
})

const firstValues = (choices: CampaignChoices, asked: Asked): CampaignFormValues => ({
  ...emptyCampaignForm,
  campaignId: choices.campaignId,
  zone: choices.zone,
  templateId: choices.templates.find(({ hashedId }) => hashedId === asked.template)?.templateId ?? null,
  listId: choices.lists.find(({ listId }) => listId === asked.listId)?.listId ?? null,
  senderId: choices.senders.length === 1 ? (choices.senders[0]?.senderId ?? null) : null,
})
const isChanged = ({ initial, values }: Context): boolean => JSON.stringify(initial) !== JSON.stringify(values)

/**
 * `/campaign?new`: puts a campaign together, checks it by a dry run, and creates
 * it. Nothing is sent before it is launched. Leaving with changes is asked about.
 */
export const newCampaignMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as NewCampaignEvent, tags: {} as "busy" },
  actors: {
    prepare: fromPromise<CampaignChoices, unknown>(unprovided),
    form: formMachine,
    create: fromPromise<CreatedCampaign, CampaignFormValues>(unprovided),
  },
  guards: {
    isChanged: ({ context }) => isChanged(context),
    hasEligible: ({ context }) => (context.check?.eligible ?? 0) > 0,
  },
  actions: {
    takeChoices: assign(({ context, event }) => {
      const choices = outputOf<CampaignChoices>(event)
      const values = firstValues(choices, context.asked)
      return { choices, initial: values, values, problem: null }
    }),
    takeProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    takeValues: assign(({ event }) => ({
      values: (event as unknown as { readonly snapshot: FormSnapshot }).snapshot.context
        .values as unknown as CampaignFormValues,
    })),
    takeCheck: assign(({ event }) => ({
      check: outputOf<{ readonly value: CampaignCheck }>(event).value,
      problem: null,
    })),
    takeCreated: assign(({ event }) => ({ created: outputOf<CreatedCampaign>(event), problem: null })),
    forgetProblem: assign({ problem: null }),
    takeTarget: assign(({ event }) => (event.type === "leave.asked" ? { leavingTo: event.to } : {})),
    showCampaign: () => undefined,
    leave: () => undefined,
  },
}).createMachine({
  id: "newCampaign",
  context: ({ input }) => ({
    asked: askedOf(input.search),
    choices: null,
    initial: null,
    values: null,
    check: null,
    problem: null,
    created: null,
    leavingTo: null,
  }),
  initial: "open",
  states: {
    open: {
      description: "The page is open; the work and the way out stand side by side.",
      type: "parallel",
      states: {
        work: {
          description: "From the first choice to the created campaign.",
          initial: "preparing",
          states: {
            preparing: {
              description: "Reserves an id and reads what can be chosen.",
              tags: "busy",
              meta: { heading: "campaign.new.title", actions: [] },
              invoke: {
                id: "prepare",
                src: "prepare",
                onDone: { target: "filling", actions: "takeChoices" },
                onError: { target: "couldNotPrepare", actions: "takeProblem" },
              },
            },
            couldNotPrepare: {
              description: "The choices could not be read; Retry stands in their place.",
              meta: { heading: "campaign.new.title", actions: ["part.retry"] },
              on: { "retry.pressed": "preparing" },
            },
            filling: {
              description: "The person chooses whom, what and when; Check is next.",
              meta: { heading: "campaign.new.title", actions: ["campaign.check", "part.cancel"] },
              entry: "forgetProblem",
              invoke: {
                id: "form",
                src: "form",
                input: ({ context }) => ({ values: { ...context.values } }),
                onDone: { target: "checked", actions: "takeCheck" },
                onSnapshot: { actions: "takeValues" },
              },
            },
            checked: {
              description: "Shows who would get it, who not and why.",
              meta: { heading: "campaign.new.title", actions: ["campaign.change"] },
              on: { "change.pressed": "filling" },
              initial: "deciding",
              states: {
                deciding: {
                  description: "Looks whether anybody would get it.",
                  always: [{ guard: "hasEligible", target: "creatable" }, { target: "forNobody" }],
                },
                creatable: {
                  description: "Somebody would get it; Create is next.",
                  meta: { actions: ["campaign.create"] },
                  on: { "create.pressed": "#newCampaign.open.work.creating" },
                },
                forNobody: { description: "Nobody would get it, so it must be changed." },
              },
            },
            creating: {
              description: "The campaign is being created.",
              tags: "busy",
              meta: { heading: "campaign.new.title", actions: [] },
              invoke: {
                id: "create",
                src: "create",
                input: ({ context }) => context.values as CampaignFormValues,
                onDone: { target: "#newCampaign.created", actions: "takeCreated" },
                onError: { target: "checked", actions: "takeProblem" },
              },
            },
          },
        },
        leaving: {
          description: "Keeps what was chosen from being lost on the way out.",
          initial: "staying",
          states: {
            staying: {
              description: "The person has not asked to leave.",
              on: {
                "leave.asked": [
                  { guard: "isChanged", target: "asking", actions: "takeTarget" },
                  { target: "#newCampaign.left", actions: "takeTarget" },
                ],
              },
            },
            asking: {
              description: "Asks whether the choices may be lost.",
              meta: { heading: "leave.title", actions: ["leave.stay", "leave.go"] },
              on: {
                "leave.confirmed": "#newCampaign.left",
                "leave.cancelled": "staying",
                "leave.asked": { actions: "takeTarget" },
              },
            },
          },
        },
      },
    },
    created: { type: "final", description: "The campaign exists as a draft and is shown.", entry: "showCampaign" },
    left: { type: "final", description: "The person went on without creating it.", entry: "leave" },
  },
})

export type NewCampaignSnapshot = SnapshotFrom<typeof newCampaignMachine>

/** Whether going away now would lose something. */
export const losesCampaignChoices = (snapshot: NewCampaignSnapshot): boolean =>
  snapshot.matches("open") && isChanged(snapshot.context)
