import { Temporal } from "temporal-polyfill"
import { sendingWindow } from "#schemas/constants.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { endOf, foldFacts, playYear, type DemoCampaign, type DemoRecipient, type PlayedYear } from "./campaigns.ts"
import { titled, visits, type PlannedCampaign } from "./year.ts"

/** The list of the campaign that is being sent while the demo is seeded. */
const list = "All patients"

/** Of the time that a campaign takes: what is over of one by day, and what is left when the evening ends. */
const [overByDay, leftAtNight] = [1 / 3, 1 / 2]

/**
 * When a campaign began of which a part is left now, in milliseconds since 1970: by day some time ago, by night so late in
 * the evening that the rest waits for the morning.
 * @param millis what it takes to send to everyone
 */
const launchOf = (now: number, zone: string, millis: number): number => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const at = (days: number, plainTime: string) =>
    today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
  const opens = at(0, sendingWindow.from)
  const closes = at(0, sendingWindow.to)
  if (opens <= now && now < closes) return Math.max(opens, now - millis * overByDay)
  return (now < opens ? at(-1, sendingWindow.to) : closes) - millis * leftAtNight
}

/**
 * The campaign that a company is sending now, whatever the hour is: a survey of everyone.
 * @param now milliseconds since 1970
 * @param millis what it takes to send to everyone
 */
export const planRunning = (now: number, timeZone: string, millis: number): PlannedCampaign => {
  const { template, response, replies } = visits
  const launchAt = Math.round(launchOf(now, timeZone, millis))
  const date = Temporal.Instant.fromEpochMilliseconds(launchAt).toZonedDateTimeISO(timeZone).toPlainDate()
  return { name: titled("Patient survey", date), template, list, launchAt, response, replies }
}

/** What has happened to someone who is still in line. */
const inLine: ReadonlyArray<RecipientFact["_tag"]> = ["RecipientQueued", "RecipientHeld", "RecipientReleased"]

/** What had become of a person's text by now. Whose text has no report yet is still in line: no carrier knows of it. */
const until = (now: number, recipient: DemoRecipient): DemoRecipient => {
  const past = recipient.facts.filter(({ at }) => at <= now)
  const facts = endOf(recipient) <= now ? past : past.filter(({ fact }) => inLine.includes(fact._tag))
  const { reply } = recipient
  return { ...recipient, facts, row: foldFacts(facts), reply: reply === null || reply.at > now ? null : reply }
}

/** Plays a campaign up to now; the sending engine goes on with it when the program starts. */
export const playRunning = (now: number, ...args: Parameters<typeof playYear>): PlayedYear => {
  const { campaigns, said } = playYear(...args)
  return {
    campaigns: campaigns.map((campaign): DemoCampaign => ({
      ...campaign,
      completedAt: null,
      recipients: campaign.recipients.map((recipient) => until(now, recipient)),
    })),
    said: said.filter(({ at }) => at <= now),
  }
}
