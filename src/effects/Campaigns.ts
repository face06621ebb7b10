import { Effect, Struct } from "effect"
import { CampaignId } from "#schemas/ids.ts"
import { problem, type Problem, type ProblemName } from "#schemas/problem.ts"
import {
  creationStatus,
  type Campaign,
  type campaignList,
  type CampaignAction,
  type CampaignCheck,
  CreateCampaign,
  type CreationOutcome,
  type RecipientShare,
  type RecipientState,
} from "#schemas/outreach/campaign.ts"
import type { CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { CampaignGroup } from "#schemas/outreach/campaignCalls.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"
import { readLists } from "./People.ts"
import { readAllTemplates } from "./Templates.ts"

/** The campaigns of the company, newest first, a page at a time. */
export const readCampaigns = (params: ListParams<typeof campaignList>, page: PageOf) =>
  callApi(CampaignGroup, (api) => api.GetCampaigns({ query: { ...params, ...page } }))

/** One campaign with its history, its failures and what is held. */
export const readCampaign = (query: { readonly campaignHashedId: string }) =>
  callApi(CampaignGroup, (api) => api.GetCampaignDetail({ query }))

/** The people of a campaign, in one state or share or all, a page at a time. */
export const readRecipients = (
  params: {
    readonly campaignHashedId: string
    readonly state?: RecipientState
    readonly share?: RecipientShare
  },
  page: PageOf,
) => callApi(CampaignGroup, (api) => api.GetRecipients({ query: { ...params, ...page } }))

/**
 * Everything a new campaign is put together from: a reserved id, published templates, lists, and senders.
 * @param zone IANA zone that a start is first offered in
 */
export const prepareCampaign = Effect.fn("prepareCampaign")(function* (zone: string) {
  const [reserved, templates, lists, senders] = yield* Effect.all(
    [
      callApi(CampaignGroup, (api) => api.GenerateId({ query: { type: "Campaign" } })),
      readAllTemplates,
      readLists(),
      callApi(CampaignGroup, (api) => api.GetSenders({})),
    ],
    { concurrency: "unbounded" },
  )
  const choices: CampaignChoices = {
    campaignId: CampaignId.make(reserved.data.id),
    templates: templates.filter(({ state }) => state === "published" || state === "revised"),
    lists: lists.data,
    senders: senders.data,
    zone,
  }
  return choices
})

/** The dry run: nothing is stored, no one is sent anything. */
export const checkCampaign = (payload: CreateCampaign): Effect.Effect<CampaignCheck, Problem, ApiClient> =>
  Effect.map(
    callApi(CampaignGroup, (api) => api.CheckCampaign({ payload })),
    ({ data }) => data,
  )

/** The dry run of a campaign that exists already. */
export const checkAgain = (campaign: Campaign) =>
  checkCampaign(Struct.pick(campaign, Struct.keys(CreateCampaign.fields)))

const outcomes: Readonly<Record<number, readonly [ProblemName, string]>> = {
  [creationStatus.invalid]: ["Invalid", "Something about the campaign is not valid."],
  [creationStatus.duplicateName]: ["AlreadyExists", "A campaign with this name already exists."],
  [creationStatus.noEligible]: ["NotAllowedNow", "No one on the list would get the message."],
  [creationStatus.limit]: ["Forbidden", "The company's contract or limits do not allow another campaign."],
}

/** A campaign is created when `data.status` is 2 and never otherwise (docs/policy.md#campaigns); the server's own reason comes first. */
const readOutcome = (
  data: CreationOutcome,
  message: string | undefined,
): Effect.Effect<{ readonly campaignHashedId: string | null }, Problem> => {
  if (data.status === creationStatus.created) return Effect.succeed({ campaignHashedId: data.campaignHashedId ?? null })
  const [name, sentence] = outcomes[data.status] ?? ["Unexpected", "The server did not say why."]
  return Effect.fail(problem(name, message ?? sentence))
}

/** Creates a campaign as a draft; fails with the reason when the outcome is anything but "created". */
export const createCampaign = (
  payload: CreateCampaign,
  commandId: string,
): Effect.Effect<{ readonly campaignHashedId: string | null }, Problem, ApiClient> =>
  Effect.flatMap(
    callApi(CampaignGroup, (api) => api.CreateCampaign({ headers: commandHeaders(commandId), payload })),
    ({ data, message }) => readOutcome(data, message),
  )

/** Launches, pauses, resumes or cancels a campaign. */
export const changeCampaign =
  (action: CampaignAction) =>
  ({ campaignHashedId }: Pick<Campaign, "campaignHashedId">, commandId: string) =>
    Effect.asVoid(
      callApi(CampaignGroup, (api) =>
        api.ChangeState({ headers: commandHeaders(commandId), payload: { campaignHashedId, action } }),
      ),
    )

/** Deletes a campaign from the lists; the record of what was sent remains. */
export const deleteCampaign = ({ campaignHashedId, campaignType }: Campaign, commandId: string) =>
  Effect.asVoid(
    callApi(CampaignGroup, (api) =>
      api.DeleteCampaign({
        headers: commandHeaders(commandId),
        query: { campaignHashedId, campaignType },
      }),
    ),
  )
