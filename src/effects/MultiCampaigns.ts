import { Effect } from "effect"
import { withNewStep } from "#schemas/outreach/ladderSteps.ts"
import type { JourneyEnd } from "#schemas/outreach/ladder.ts"
import type {
  MultiCampaign,
  MultiCampaignAction,
  multiCampaignList,
  SimulateLadder,
} from "#schemas/outreach/multiCampaign.ts"
import type { Choice } from "#schemas/outreach/variants.ts"
import { MultiCampaignGroup } from "#schemas/outreach/multiCampaignCalls.ts"
import {
  copyOfLadder,
  ladderDraft,
  ladderValues,
  newLadder,
  type LadderValues,
  type OpenedLadder,
} from "#schemas/outreach/multiCampaignForm.ts"
import { notFound } from "#schemas/problem.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { readLists } from "./People.ts"
import { readSenders } from "./Senders.ts"

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

const readLadderParts = Effect.fn("readLadderParts")(function* () {
  const [templates, senders, lists] = yield* Effect.all(
    [callApi(MultiCampaignGroup, (api) => api.GetSmsIvrList({})), readSenders, readLists()],
    { concurrency: "unbounded" },
  )
  return { templates: templates.data, senders: senders.data, lists: lists.data }
})

/**
 * What the form of a multi-campaign opens with: one to change, a copy, or a new one. `NotFound` when there is no such one.
 * @param edit the public id of the one to change, and `from` that of the one to copy
 * @param zone IANA zone that a start is first offered in
 * @param copied what the name of a copy ends with
 */
export const openLadder = Effect.fn("openLadder")(function* (
  { edit, from }: { readonly edit?: string; readonly from?: string },
  zone: string,
  copied: string,
) {
  const hashedId = edit ?? from
  const [parts, found] = yield* Effect.all(
    [readLadderParts(), hashedId === undefined ? Effect.succeed(null) : readMultiCampaign({ hashedId })],
    { concurrency: "unbounded" },
  )
  if (found !== null)
    return {
      parts,
      values: edit === undefined ? copyOfLadder(found.data, zone, copied) : ladderValues(found.data, zone),
    } satisfies OpenedLadder
  const [first] = withNewStep([], "SMS", parts)
  if (first === undefined) return yield* Effect.fail(notFound())
  return { parts, values: newLadder(first, zone) } satisfies OpenedLadder
})

/** What someone else made of a multi-campaign meanwhile; a new one is not found, for it has no public id yet. */
export const readTheirLadder = ({ hashedId, zone }: LadderValues) =>
  hashedId === null
    ? Effect.fail(notFound())
    : Effect.map(readMultiCampaign({ hashedId }), ({ data }) => ladderValues(data, zone))

/** Saves a multi-campaign, new or changed; gives it. `StaleVersion` when it was changed since it was opened. */
export const saveMultiCampaign = (values: LadderValues, commandId: string) =>
  Effect.map(
    callApi(MultiCampaignGroup, (api) =>
      api.SaveMultiCampaign({
        headers:
          values.hashedId === null ? commandHeaders(commandId) : versionedHeaders(commandId, values.streamVersion),
        payload: { hashedId: values.hashedId, draft: ladderDraft(values) },
      }),
    ),
    ({ data }): MultiCampaign => data,
  )

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

/** How many people stand on the list of a multi-campaign now; `NotFound` where the list is gone. */
export const countListed = ({ draft: { listId } }: Pick<MultiCampaign, "draft">) =>
  Effect.flatMap(readLists(), ({ data }) => {
    const list = data.find((one) => one.listId === listId)
    return list === undefined ? Effect.fail(notFound()) : Effect.succeed(list.people)
  })

/** What a sample of real people would go through; nothing is sent. */
export const simulateLadder = (payload: SimulateLadder) =>
  callApi(MultiCampaignGroup, (api) => api.SimulateLadder({ payload }))
