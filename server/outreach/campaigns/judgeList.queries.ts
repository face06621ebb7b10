import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { Addressee, Assessment, Origin } from "#server/outreach/recipients/assess.rule.ts"
import { companyFacts, firstPeople, peopleOfList } from "#server/outreach/recipients/audience.queries.ts"
import { readSendingRules, readTextsGot } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import type { ReadyMessage, VersionContent } from "#server/outreach/templates/message.rule.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"

/** People judged in one go. */
const batch = 2_000

/** A message that a list is judged for. */
export type JudgedMessage = VersionContent & {
  readonly channel: Channel
  /** The number that the campaign has or will have; absent while there is none. */
  readonly campaignId?: CampaignId
}

/** Who is judged, and for when. */
export type Judging = {
  readonly companyId: CompanyId
  readonly listId: ListId
  /** When it would start; null: now. */
  readonly startAt: string | null
  /** Stops after the first people of a long list. */
  readonly isBrief?: boolean
}

/** What is done with each person of a list once they are judged; `isEnough` is asked before the next ones are read. */
type Visitor = {
  /**
   * @param place of the message among those that the list is judged for
   * @param start when the campaign begins, in milliseconds since 1970
   */
  readonly see: (person: Addressee, judged: Assessment, place: number, start: number) => void
  readonly isEnough?: () => boolean
}

/** What everyone of the list is judged by, for one message. */
type Frame = {
  readonly place: number
  readonly channel: Channel
  readonly message: ReadyMessage
  readonly origin: Origin
  /** The numbers that get the message already. */
  readonly taken: Set<string>
}

type When = { readonly now: number; readonly rules: ReadyRules; readonly capTexts: number | null }

const judge = (person: Addressee, got: ReadonlyMap<string, number>, when: When, frame: Frame): Assessment => {
  const { channel, message, origin, taken } = frame
  const judged = channel.assess(message, person, origin, when, taken)
  if (!judged.eligible) return judged
  const { capTexts } = when
  if (capTexts !== null && (got.get(judged.phone) ?? 0) >= capTexts) return { eligible: false, reason: "frequencyCap" }
  taken.add(judged.phone)
  return judged
}

/** The messages by their channel, each read once, with the rules of the channel. */
const readFrames = Effect.fnUntraced(function* (
  companyId: CompanyId,
  companyName: string,
  messages: ReadonlyArray<JudgedMessage>,
) {
  const { sql, company } = yield* Database
  const origin = { companyName, bookingLink: yield* sampleBookingLink }
  const byChannel = Map.groupBy(
    messages.map((message, place) => ({ ...message, place })),
    ({ channel }) => channel.name,
  )
  return yield* Effect.forEach([...byChannel], ([name, own]) =>
    Effect.gen(function* () {
      const frames = own.map(({ channel, place, campaignId, ...version }): Frame => ({
        ...{ channel, place, message: Result.getOrThrow(channel.read(version)), taken: new Set() },
        origin: campaignId === undefined ? origin : { ...origin, campaignId },
      }))
      return { name, frames, sendingRules: yield* company(companyId)(readSendingRules(sql, companyId, name)) }
    }),
  )
})

/**
 * Judges the people of a list in order of their ids for each of some messages, without storing anything: the list is
 * read once for each channel. Gives the rules of each channel by which it judged.
 */
export const judgeList = Effect.fn("judgeList")(function* (
  { companyId, listId, startAt, isBrief = false }: Judging,
  messages: ReadonlyArray<JudgedMessage>,
  { see, isEnough = () => false }: Visitor,
) {
  const { sql, company } = yield* Database
  const start = startAt === null ? yield* Clock.currentTimeMillis : Date.parse(startAt)
  const { name, language } = yield* company(companyId)(companyFacts(sql, companyId))
  const channels = (yield* readFrames(companyId, name, messages)).map(({ sendingRules, ...channel }) => ({
    ...channel,
    sendingRules,
    when: { now: start, rules: readyRules(sendingRules), capTexts: sendingRules.capTexts },
  }))
  let after = 0
  let judged = 0
  let isPartial = false
  while (!isEnough()) {
    isPartial = isBrief && judged >= firstPeople
    if (isPartial) break
    let people: ReadonlyArray<Addressee> = []
    for (const { name: channel, frames, sendingRules, when } of channels) {
      people = yield* company(companyId)(peopleOfList(sql, { companyId, channel, listId, after, most: batch }))
      const phones = people.flatMap(({ phone }) => phone ?? [])
      const got = yield* company(companyId)(readTextsGot(sql, companyId, phones, sendingRules, start))
      for (const frame of frames) {
        for (const person of people) see(person, judge(person, got, when, frame), frame.place, start)
        yield* Effect.yieldNow
      }
    }
    const last = people.at(-1)
    if (last === undefined) break
    judged += people.length
    after = last.patientId
  }
  return { start, isPartial, language, rulesOf: new Map(channels.map(({ name: of, when }) => [of, when.rules])) }
})
