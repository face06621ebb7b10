import { Effect } from "effect"
import type { PreviewQuickText, SendQuickText } from "#schemas/outreach/quickSend.ts"
import { QuickSendGroup } from "#schemas/outreach/quickSendCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** The published texts and the numbers that one person can be texted with. */
export const readQuickChoices = () => callApi(QuickSendGroup, (api) => api.GetQuickChoices({}))

/** How a text would read for each of some people now, and when it would leave, or why not. */
export const previewQuickText = (payload: PreviewQuickText) =>
  callApi(QuickSendGroup, (api) => api.PreviewQuickText({ payload }))

/** Sends a text to one person or a handful; `NotAllowedNow` where it is another one by now than was read. */
export const sendQuickText = (payload: SendQuickText, commandId: string) =>
  Effect.map(
    callApi(QuickSendGroup, (api) => api.SendQuickText({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )
