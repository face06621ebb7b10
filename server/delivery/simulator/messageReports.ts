import { webhookPaths } from "#schemas/outreach/delivery.ts"
import type { SendCallback } from "./callbacks.ts"
import type { SimulatedMessage } from "./messageBook.ts"
import type { WebhookConfig } from "./signedRequests.ts"

/** What the server under test hears of texts. */
export type MessageReports = {
  /** Reports a status of a text to the address given with it. */
  readonly report: (message: SimulatedMessage, status: string, errorCode: string | null) => void
  /** Brings a person's text. */
  readonly bring: (message: SimulatedMessage) => void
}

/** Writes the forms that Twilio sends about texts. */
export const messageReports = (config: WebhookConfig, send: SendCallback): MessageReports => {
  const common = (message: SimulatedMessage) => ({
    AccountSid: config.accountSid,
    ApiVersion: "2010-04-01",
    MessageSid: message.sid,
    SmsSid: message.sid,
    From: message.from,
    To: message.to,
    ...(message.service === null ? {} : { MessagingServiceSid: message.service }),
  })
  return {
    report: (message, status, errorCode) => {
      if (message.statusCallback === "") return
      send(message.statusCallback, {
        ...common(message),
        MessageStatus: status,
        SmsStatus: status,
        ...(errorCode === null ? {} : { ErrorCode: errorCode }),
      })
    },
    bring: (message) =>
      send(config.webhookBase.replace(/\/$/, "") + webhookPaths.inbound, {
        ...common(message),
        SmsMessageSid: message.sid,
        SmsStatus: "received",
        Body: message.body,
        NumMedia: "0",
        NumSegments: "1",
      }),
  }
}
