import type { CommandInput } from "#machines/session/command.machine.ts"
import type { FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageInput } from "#machines/session/page.ts"
import { ListId } from "#schemas/ids.ts"
import {
  draftOf,
  emptyCampaignForm,
  firstSender,
  type CampaignRequest,
  type CampaignChoices,
  type CampaignFormValues,
} from "#schemas/outreach/campaignForm.ts"
import type { CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import { launchQuestion } from "./launchQuestion.ts"

// What the chart of a new campaign computes from its snapshot and for its children.

/** What an actor came to. */
export const outputOf = <A>(event: unknown): A => (event as { readonly output: A }).output
/** What the form says in its snapshot. */
export const formIn = (event: unknown): FormSnapshot["context"] =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context
const listIn = (text: string | undefined): ListId | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? ListId.make(Number(text)) : null
/** What the address asks for. */
export const askedOf = ({ template, listId, from, edit, id }: PageInput["search"]): CampaignRequest => ({
  template,
  listId: listIn(listId),
  edit: edit === undefined ? null : (id ?? null),
  from: from ?? null,
})

/** What is known before anything was read. */
export const nothingYet = {
  ...{ choices: null, initial: null, values: null, errors: null, refusals: 0 },
  ...{ saved: null, check: null, isJustSaved: false, problem: null },
  focus: { on: "heading" as const, times: 0 },
  ...{ reached: 0, others: 0, share: null },
}

/** What a new campaign begins with. */
export const firstValues = (choices: CampaignChoices, asked: CampaignRequest): CampaignFormValues => {
  const template = choices.templates.find(({ hashedId }) => hashedId === asked.template)
  const campaignType = template?.channel ?? emptyCampaignForm.campaignType
  const templateId = template?.templateId ?? null
  return {
    ...emptyCampaignForm,
    campaignType,
    campaignId: choices.campaignId,
    zone: choices.zone,
    purpose: choices.purpose,
    templateId,
    listId: choices.lists.find(({ listId }) => listId === asked.listId)?.listId ?? null,
    senderId: firstSender(choices, { campaignType, templateId }),
  }
}

/** Opened values with what can still be chosen: a template may have been retired since. */
export const offered = (values: CampaignFormValues, { templates }: CampaignChoices): CampaignFormValues => ({
  ...values,
  templateId: templates.some(({ templateId }) => templateId === values.templateId) ? values.templateId : null,
})

/** What the preview judges; null while it is not known who gets what. */
export const previewOf = (values: CampaignFormValues | null) => {
  if (values === null) return null
  const { campaignType, campaignId, templateId, listId, senderId } = values
  if (templateId === null || listId === null || senderId === null) return null
  return { campaignType, campaignId, templateId, listId, senderId, startAt: draftOf(values).startAt }
}

/** Which people of the preview are listed; null while none are asked for. */
export const checkedOf = (seen: {
  readonly values: CampaignFormValues | null
  readonly share: CheckedShare | null
}) => {
  const audience = previewOf(seen.values)
  return audience === null || seen.share === null ? null : { ...audience, share: seen.share }
}

/** What the form holds in its snapshot. */
export const valuesIn = (event: unknown): CampaignFormValues => formIn(event).values as unknown as CampaignFormValues
/** What a person wrote and chose, to compare it. */
export const sayingOf = (values: CampaignFormValues): string =>
  JSON.stringify([values.campaignType, draftOf(values), values.when, values.startOn, values.zone])
/** Whether it begins later. */
export const isScheduled = (values: CampaignFormValues): boolean => values.when === "later"
/** The launch, with its question. */
export const launchOf = (values: CampaignFormValues): CommandInput<"launch", CampaignFormValues> => ({
  verb: "launch",
  subject: values,
  question: launchQuestion(isScheduled(values)),
})
