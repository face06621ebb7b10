import { Effect } from "effect"
import type { CallTestSubject, CallTestValues } from "#schemas/outreach/callTest.ts"
import { OutreachGroup } from "#schemas/outreach/ivrCalls.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { nameTaken } from "./Templates.ts"

/**
 * Keeps a call as a test of its call flow, or puts it in the place of one that has a number; `StaleVersion` when the call
 * flow was changed since it was read, `AlreadyExists` when another of its tests has the name.
 */
export const keepCallTest = (test: CallTestValues | CallTestSubject, commandId: string) => {
  const { templateId, streamVersion, name, happened } = test
  const payload = { templateId, name, happened, ...("testId" in test ? { testId: test.testId } : {}) }
  const headers = versionedHeaders(commandId, streamVersion)
  return Effect.asVoid(callApi(OutreachGroup, (api) => api.KeepIvrTest({ headers, payload }))).pipe(
    Effect.mapError(nameTaken),
  )
}

/** Removes a kept test; `StaleVersion` when the call flow was changed since it was read. */
export const removeCallTest = ({ templateId, testId, streamVersion }: CallTestSubject, commandId: string) =>
  Effect.asVoid(
    callApi(OutreachGroup, (api) =>
      api.RemoveIvrTest({ headers: versionedHeaders(commandId, streamVersion), payload: { templateId, testId } }),
    ),
  )
