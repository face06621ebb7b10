import type { DemoRecipient, PlayedYear } from "./campaigns.ts"
import type { DemoPerson } from "./people.ts"

/** What the last people wrote, newest first: it reads like a wish to stop without being a word for it. */
const texts = ["I see another doctor now, please take me off your list", "Wrong number, I am not a patient of yours"]

/**
 * The year with its newest answers such that a person must say what they mean, so that Home and the page of patients
 * have something to decide. Nothing is sent after them, so nothing else changes.
 */
export const withWaitingReplies = ({ campaigns, said }: PlayedYear, people: ReadonlyArray<DemoPerson>): PlayedYear => {
  const newest = campaigns
    .flatMap(({ recipients }) => recipients.filter(({ reply }) => reply?.request === "other"))
    .sort((left, right) => (right.reply?.at ?? 0) - (left.reply?.at ?? 0))
  const waiting = new Map<DemoRecipient, string>(
    texts.flatMap((text, place) => {
      const recipient = newest[place]
      return recipient === undefined ? [] : [[recipient, text] as const]
    }),
  )
  const words = [...waiting].map(([{ person, reply }, evidence]) => ({
    phone: people[person]?.phone ?? "",
    channel: "SMS" as const,
    source: "reply" as const,
    at: reply?.at ?? 0,
    consent: "unclear" as const,
    evidence,
  }))
  return {
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      recipients: campaign.recipients.map((recipient) => {
        const body = waiting.get(recipient)
        return body === undefined || recipient.reply === null
          ? recipient
          : { ...recipient, reply: { ...recipient.reply, body, request: "unclear" as const } }
      }),
    })),
    said: [...said, ...words].sort((left, right) => left.at - right.at),
  }
}
