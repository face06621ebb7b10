import { Effect } from "effect"
import { withNewStep } from "#schemas/outreach/ladderSteps.ts"
import type { MultiCampaign, SimulateLadder } from "#schemas/outreach/multiCampaign.ts"
import { MultiCampaignGroup } from "#schemas/outreach/multiCampaignCalls.ts"
import {
  copyOfLadder,
  ladderDraft,
  ladderValues,
  newLadder,
  type LadderValues,
  type OpenedLadder,
} from "#schemas/outreach/multiCampaignForm.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import { notFound } from "#schemas/problem.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { readMultiCampaign } from "./MultiCampaigns.ts"
import { readLists } from "./People.ts"
import { readSenders } from "./Senders.ts"

const readLadderParts = Effect.fn("readLadderParts")(function* () {
  const [choices, senders, lists] = yield* Effect.all(
    [callApi(MultiCampaignGroup, (api) => api.GetSmsIvrList({})), readSenders, readLists()],
    { concurrency: "unbounded" },
  )
  return { ...choices.data, senders: senders.data, lists: lists.data }
})

/**
 * What the form of a multi-campaign opens with: one to change, a copy, or a new one. `NotFound` when there is no such one.
 * @param edit the public id of the one to change, and `from` that of the one to copy
 * @param zone IANA zone that a start is first offered in
 * @param copied what the name of a copy ends with
 * @param purpose what a new one is for at first
 */
export const openLadder = Effect.fn("openLadder")(function* (
  { edit, from }: { readonly edit?: string; readonly from?: string },
  { zone, copied, purpose }: { readonly zone: string; readonly copied: string; readonly purpose: Purpose },
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
  return { parts, values: newLadder(first, zone, purpose) } satisfies OpenedLadder
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

/** What a sample of real people would go through; nothing is sent. */
export const simulateLadder = (payload: SimulateLadder) =>
  callApi(MultiCampaignGroup, (api) => api.SimulateLadder({ payload }))
