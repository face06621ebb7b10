import { Effect } from "effect"
import type { OutreachRun, OutreachRunAction, OutreachRunTimes, RunSubject } from "#schemas/scheduling/outreachRun.ts"
import {
  newOutreachRun,
  outreachRunDraft,
  outreachRunValues,
  type OpenedOutreachRun,
  type OutreachRunValues,
} from "#schemas/scheduling/outreachRunForm.ts"
import { SchedulerGroup } from "#schemas/scheduling/scheduleCalls.ts"
import { callApi } from "./ApiClient.ts"
import { readCampaignParts } from "./Campaigns.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"

/** The outreach runs with their dates of some days, and the campaigns that were given a start time by hand. */
export const readOutreachCalendar = (query: { readonly from: string; readonly to: string }) =>
  callApi(SchedulerGroup, (api) => api.GetOutreachRuns({ query }))

/** One outreach run with its last dates, those to come and its history; `NotFound` when there is none. */
export const readOutreachRun = (query: { readonly hashedId: string }) =>
  callApi(SchedulerGroup, (api) => api.GetOutreachRunDetail({ query }))

/** On which dates an outreach run would send. */
export const previewOutreachRun = (payload: OutreachRunTimes) =>
  callApi(SchedulerGroup, (api) => api.PreviewOutreachRun({ payload }))

/**
 * What the form of an outreach run opens with; `NotFound` when there is no such run.
 * @param hashedId the run to change; undefined for a new one
 * @param known.today the day it is in the company’s zone, where a new run begins
 */
export const openOutreachRun = Effect.fn("openOutreachRun")(function* (
  hashedId: string | undefined,
  known: { readonly today: string; readonly timezone: string },
) {
  const [choices, run] = yield* Effect.all(
    [readCampaignParts(), hashedId === undefined ? Effect.succeed(null) : readOutreachRun({ hashedId })],
    { concurrency: "unbounded" },
  )
  const values = run === null ? newOutreachRun(choices, known.today, known.timezone) : outreachRunValues(run.data)
  const opened: OpenedOutreachRun = { choices, values }
  return opened
})

/** Saves an outreach run, new or changed; gives it. `StaleVersion` when it was changed since it was opened. */
export const saveOutreachRun = (values: OutreachRunValues, commandId: string) =>
  Effect.map(
    callApi(SchedulerGroup, (api) =>
      api.SaveOutreachRun({
        headers:
          values.hashedId === null ? commandHeaders(commandId) : versionedHeaders(commandId, values.streamVersion),
        payload: { hashedId: values.hashedId, run: outreachRunDraft(values) },
      }),
    ),
    ({ data }): OutreachRun => data,
  )

/** Pauses, resumes, ends or deletes an outreach run. */
export const changeOutreachRun =
  (action: OutreachRunAction) =>
  ({ run: { hashedId, version } }: RunSubject, commandId: string) =>
    Effect.asVoid(
      callApi(SchedulerGroup, (api) =>
        api.ChangeOutreachRunState({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
    )

/** Leaves out one date of an outreach run, or lets it take place after all. */
export const skipOccurrence =
  (skip: boolean) =>
  ({ run: { hashedId, version }, date }: RunSubject, commandId: string) =>
    Effect.asVoid(
      callApi(SchedulerGroup, (api) =>
        api.SkipOccurrence({
          headers: versionedHeaders(commandId, version),
          payload: { hashedId, date: date ?? "", skip },
        }),
      ),
    )
