import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { ListId } from "#schemas/ids.ts"
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

type Asked = { readonly template: string | undefined; readonly listId: ListId | null }

type Context = {
  /** The template, by its public id, and the list that the address asks for, when it does. */
  readonly asked: Asked
  readonly choices: CampaignChoices | null
  /** What counts as unchanged: the form opens again with what was chosen in it before. */
  readonly initial: CampaignFormValues | null
  readonly values: CampaignFormValues | null
  readonly check: CampaignCheck | null
  readonly problem: Problem | null
  readonly created: CreatedCampaign | null
}

const outputOf = <A>(event: unknown): A => (event as { readonly output: A }).output
const listIn = (text: string | undefined): ListId | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? ListId.make(Number(text)) : null
const askedOf = ({ template, listId }: PageInput["search"]): Asked => ({
  template,
  listId: listIn(listId),
})

const firstValues = (choices: CampaignChoices, asked: Asked): CampaignFormValues => ({
  ...emptyCampaignForm,
  campaignId: choices.campaignId,
  zone: choices.zone,
  templateId: choices.templates.find(({ hashedId }) => hashedId === asked.template)?.templateId ?? null,
  listId: choices.lists.find(({ listId }) => listId === asked.listId)?.listId ?? null,
  senderId: choices.senders.length === 1 ? (choices.senders[0]?.senderId ?? null) : null,
})

/**
 * `/campaign?new`: puts a campaign together, checks it by a dry run, and creates
 * it. Nothing is sent before it is launched.
 */
export const newCampaignMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as NewCampaignEvent, tags: {} as "busy" },
  actors: {
    prepare: fromPromise<CampaignChoices, unknown>(unprovided),
    form: formMachine,
    create: fromPromise<CreatedCampaign, CampaignFormValues>(unprovided),
  },
  guards: {
    isLeft,
    hasEligible: ({ context }) => (context.check?.eligible ?? 0) > 0,
  },
  actions: {
    setChoices: assign(({ context, event }) => {
      const choices = outputOf<CampaignChoices>(event)
      const values = firstValues(choices, context.asked)
      return { choices, initial: values, values, problem: null }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setValues: assign(({ event }) => ({
      values: (event as unknown as { readonly snapshot: FormSnapshot }).snapshot.context
        .values as unknown as CampaignFormValues,
    })),
    setCheck: assign(({ event }) => ({
      check: outputOf<{ readonly value: CampaignCheck }>(event).value,
      problem: null,
    })),
    setCreated: assign(({ event }) => ({ created: outputOf<CreatedCampaign>(event), problem: null })),
    clearProblem: assign({ problem: null }),
    showCampaign: () => undefined,
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
  }),
  initial: "preparing",
  states: {
    preparing: {
      description: "Reserves an id and reads what can be chosen.",
      tags: "busy",
      meta: { heading: "campaign.new.title", actions: [] },
      invoke: {
        id: "prepare",
        src: "prepare",
        onDone: { target: "drafting", actions: "setChoices" },
        onError: { target: "couldNotPrepare", actions: "setProblem" },
      },
    },
    couldNotPrepare: {
      description: "The choices could not be read; Retry stands in their place.",
      meta: { heading: "campaign.new.title", actions: ["part.retry"] },
      on: { "retry.pressed": "preparing" },
    },
    drafting: {
      description: "From the first choice to the created campaign.",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ initial: { ...context.initial }, values: { ...context.values } }),
        onSnapshot: { actions: "setValues" },
        // A checked form opens again: it can be changed, and leaving it is asked about until it is created.
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: ".checked", reenter: true, actions: "setCheck" },
        ],
      },
      initial: "filling",
      states: {
        filling: {
          description: "The person chooses people, text and time; Check is next.",
          meta: { heading: "campaign.new.title", actions: ["campaign.check", "part.cancel"] },
          entry: "clearProblem",
        },
        checked: {
          description: "Shows who would get it, who not and why.",
          meta: { heading: "campaign.new.title", actions: ["campaign.change"] },
          on: { "change.pressed": "filling" },
          initial: "deciding",
          states: {
            deciding: {
              description: "Looks whether anyone would get it.",
              always: [{ guard: "hasEligible", target: "creatable" }, { target: "forNobody" }],
            },
            creatable: {
              description: "Someone would get it; Create is next.",
              meta: { actions: ["campaign.create"] },
              on: { "create.pressed": "#newCampaign.drafting.creating" },
            },
            forNobody: { description: "No one would get it, so it must be changed." },
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
            onDone: { target: "#newCampaign.created", actions: "setCreated" },
            onError: { target: "checked", actions: "setProblem" },
          },
        },
      },
    },
    created: { type: "final", description: "The campaign exists as a draft and is shown.", entry: "showCampaign" },
    left: { type: "final", description: "The person went on without creating it." },
  },
})

export type NewCampaignSnapshot = SnapshotFrom<typeof newCampaignMachine>
