import { Option, Schema } from "effect"
import { CampaignId, CompanyId } from "#schemas/ids.ts"

/** Which send a key names; `attempt` counts from 1. */
export type SendKey = {
  readonly companyId: CompanyId
  readonly campaignId: CampaignId
  readonly recipientId: number
  readonly attempt: number
}

const form = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.(\d{1,5})\.([A-Za-z0-9_-]{8,32})$/

/**
 * Our own key of one send, carried in the status-callback address. It names its
 * row, so a report needs no search; `random` keeps keys of a former database apart.
 */
export const makeSendKey = ({ companyId, campaignId, recipientId, attempt }: SendKey, random: string): string =>
  `${companyId}.${campaignId}.${recipientId}.${attempt}.${random}`

/** Reads a key; absent when it is none of ours. */
export const readSendKey = (key: string): SendKey | undefined => {
  const match = form.exec(key)
  if (match === null) return undefined
  const [company, campaign, recipientId = 0, attempt = 0] = match.slice(1, 5).map(Number)
  const companyId = Option.getOrUndefined(Schema.decodeUnknownOption(CompanyId)(company))
  const campaignId = Option.getOrUndefined(Schema.decodeUnknownOption(CampaignId)(campaign))
  return companyId === undefined || campaignId === undefined
    ? undefined
    : { companyId, campaignId, recipientId, attempt }
}
