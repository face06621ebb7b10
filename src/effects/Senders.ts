import { SenderGroup } from "#schemas/outreach/senderCalls.ts"
import { callApi } from "./ApiClient.ts"

/** The numbers that the company sends texts from and calls with. */
export const readSenders = callApi(SenderGroup, (api) => api.GetSenders({}))
