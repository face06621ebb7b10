import { Effect } from "effect"
import type { PlaceTestCall } from "#schemas/outreach/testCall.ts"
import { TestCallGroup } from "#schemas/outreach/testCallCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** The numbers that can call, and the person's own last test call; NotFound for no call flow of the company. */
export const readTestCalls = (query: { readonly temphashedId: string }) =>
  callApi(TestCallGroup, (api) => api.GetTestCalls({ query }))

/** Has a call flow call a phone once; `NotAllowedNow` while the person's last such call goes on. */
export const callMe = (payload: PlaceTestCall, commandId: string) =>
  Effect.map(
    callApi(TestCallGroup, (api) => api.PlaceTestCall({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )
