import { Effect } from "effect"
import type { JourneyEnd } from "#schemas/outreach/ladder.ts"
import type { MultiCampaign, MultiCampaignAction, multiCampaignList } from "#schemas/outreach/multiCampaign.ts"
import type { Choice } from "#schemas/outreach/variants.ts"
import { MultiCampaignGroup } from "#schemas/outreach/multiCampaignCalls.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

type Named = { readonly hashedId: string }

/** The multi-campaigns of the company, a page at a time. */
export const readMultiCampaigns = (params: ListParams<typeof multiCampaignList>, page: PageOf) =>
  callApi(MultiCampaignGroup, (api) => api.GetMultiCampaigns({ query: { ...params, ...page } }))

/** One multi-campaign with its numbers and its history; `NotFound` when there is none. */
export const readMultiCampaign = (query: Named) =>
  callApi(MultiCampaignGroup, (api) => api.GetMultiCampaignDetail({ query }))

/** How many people of a multi-campaign are where. */
export const readLadderCounts = (query: Named) => callApi(MultiCampaignGroup, (api) => api.GetCounts({ query }))

/** The people of a multi-campaign, all or those at a step, of an end or a way, a page at a time. */
export const readJourneys = (
  params: Named & { readonly stepId?: number; readonly endedAs?: JourneyEnd; readonly way?: string },
  page: PageOf,
) => callApi(MultiCampaignGroup, (api) => api.GetJourneys({ query: { ...params, ...page } }))

/** Launches or submits, returns to draft, pauses, resumes or cancels a multi-campaign, at the version that was seen; gives it. */
export const changeMultiCampaign =
  (action: MultiCampaignAction) =>
  ({ hashedId, version }: Pick<MultiCampaign, "hashedId" | "version">, commandId: string) =>
    Effect.map(
      callApi(MultiCampaignGroup, (api) =>
        api.ChangeState({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
      ({ data }) => data,
    )

/** Sends one text of a test to everyone else, at the version that was seen; gives the multi-campaign. */
export const chooseVariant = (
  { hashedId, version, choice }: MultiCampaign & { readonly choice?: Choice },
  commandId: string,
) =>
  Effect.map(
    callApi(MultiCampaignGroup, (api) =>
      api.ChooseVariant({
        headers: versionedHeaders(commandId, version),
        payload: { hashedId, stepId: 0, variant: 0, ...choice },
      }),
    ),
    ({ data }) => data,
  )

/** Deletes a multi-campaign that sends nothing any more. */
export const deleteMultiCampaign = (
  { hashedId, version }: Pick<MultiCampaign, "hashedId" | "version">,
  commandId: string,
) =>
  Effect.asVoid(
    callApi(MultiCampaignGroup, (api) =>
      api.DeleteMultiCampaign({ headers: versionedHeaders(commandId, version), query: { hashedId } }),
    ),
  )

/** Who would get each step of a multi-campaign, who would not and why, and what it takes; nothing is sent. */
export const checkLadder = ({ hashedId }: Named) =>
  callApi(MultiCampaignGroup, (api) => api.CheckLadder({ payload: { hashedId } }))
