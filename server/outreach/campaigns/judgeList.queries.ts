import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { Addressee, Assessment, Origin } from "#server/outreach/recipients/assess.rule.ts"
import { companyFacts, firstPeople, peopleOfList } from "#server/outreach/recipients/audience.queries.ts"
import { readSendingRules, readTextTimes } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import {
  isCapped,
  readyRules,
  type ReadyRules,
  type SendingRules,
} from "#server/outreach/sendingHours/sendingRules.rule.ts"
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
  /** How long after the start it would leave, in milliseconds; 0 where it is left out. */
  readonly after?: number
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
  /** Some people were judged for every message. */
  readonly afterSome?: () => void
}

/** What everyone of the list is judged by, for one message. */
type Frame = {
  readonly place: number
  readonly channel: Channel
  readonly message: ReadyMessage
  readonly origin: Origin
  readonly after: number
  /** The numbers that get the message already. */
  readonly taken: Set<string>
}

type When = { readonly start: number; readonly rules: ReadyRules; readonly sendingRules: SendingRules }
type TextTimes = ReadonlyMap<string, ReadonlyArray<number>>

const judge = (person: Addressee, got: TextTimes, { start, rules, sendingRules }: When, frame: Frame): Assessment => {
  const { channel, message, origin, after, taken } = frame
  const now = start + after
  const judged = channel.assess(message, person, origin, { now, rules }, taken)
  if (!judged.eligible) return judged
  if (isCapped(sendingRules, got.get(judged.phone) ?? [], now)) return { eligible: false, reason: "frequencyCap" }
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
      const frames = own.map(({ channel, place, campaignId, after = 0, ...version }): Frame => ({
        ...{ channel, place, after, message: Result.getOrThrow(channel.read(version)), taken: new Set() },
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
  { see, isEnough = () => false, afterSome = () => undefined }: Visitor,
) {
  const { sql, company } = yield* Database
  const start = startAt === null ? yield* Clock.currentTimeMillis : Date.parse(startAt)
  const { name, language } = yield* company(companyId)(companyFacts(sql, companyId))
  const channels = (yield* readFrames(companyId, name, messages)).map(({ sendingRules, ...channel }) => ({
    ...channel,
    when: { start, sendingRules, rules: readyRules(sendingRules) },
  }))
  let after = 0
  let judged = 0
  let isPartial = false
  while (!isEnough()) {
    isPartial = isBrief && judged >= firstPeople
    if (isPartial) break
    let people: ReadonlyArray<Addressee> = []
    for (const { name: channel, frames, when } of channels) {
      people = yield* company(companyId)(peopleOfList(sql, { companyId, channel, listId, after, most: batch }))
      const phones = people.flatMap(({ phone }) => phone ?? [])
      const got = yield* company(companyId)(readTextTimes(sql, companyId, phones, when.sendingRules, start))
      for (const frame of frames) {
        for (const person of people) see(person, judge(person, got, when, frame), frame.place, start)
        yield* Effect.yieldNow
      }
    }
    const last = people.at(-1)
    if (last === undefined) break
    afterSome()
    judged += people.length
    after = last.patientId
  }
  return { start, isPartial, language, rulesOf: new Map(channels.map(({ name: of, when }) => [of, when.rules])) }
})
