import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, ListId } from "#schemas/ids.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import type { Addressee, Assessment, Origin } from "#server/outreach/recipients/assess.rule.ts"
import { placeOf } from "#server/outreach/recipients/place.rule.ts"
import { readConfirmation } from "./confirmation.queries.ts"
import { spansOf, type Group } from "./spans.rule.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { ReadyMessage, VersionContent } from "#server/outreach/templates/message.rule.ts"
import { readyRules, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { Database } from "#server/store/Database.ts"
import { readSendingRules, readTextsGot } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { companyFacts, firstPeople, peopleOfList } from "#server/outreach/recipients/audience.queries.ts"

/** People judged in one go. */
const batch = 2_000
/** Texts shown. */
const maxSamples = 10

/** The name staff know a person by. */
export const fullName = ({ firstName, lastName }: Addressee): string => `${firstName} ${lastName}`.trim()

type Tally = {
  total: number
  eligible: number
  readonly excluded: Map<ExclusionReason, number>
  readonly costs: Map<number, number>
  /** By the language in which people get it and the one that they speak. */
  readonly languages: Map<string, InLanguage>
  /** By zone and release: null is at the start. */
  readonly groups: Map<string, Group>
  readonly samples: Array<Sample>
  /** The first of each kind of message, by zone and length. */
  readonly kinds: Map<string, Sample>
}

type InLanguage = { readonly language: string | null; readonly spoken: string | null; people: number; cost: number }

type Sample = CampaignCheck["samples"][number]

const count = <Key>(map: Map<Key, number>, key: Key): void => void map.set(key, (map.get(key) ?? 0) + 1)

/** What everyone of the list is judged by. */
type Frame = {
  readonly channel: Channel
  readonly message: ReadyMessage
  readonly origin: Origin
  readonly when: { readonly now: number; readonly rules: ReadyRules }
  readonly capTexts: number | null
  /** The numbers that get the message already. */
  readonly taken: Set<string>
}

const judge = (person: Addressee, got: ReadonlyMap<string, number>, frame: Frame): Assessment => {
  const { channel, message, origin, when, capTexts, taken } = frame
  const judged = channel.assess(message, person, origin, when, taken)
  if (!judged.eligible) return judged
  if (capTexts !== null && (got.get(judged.phone) ?? 0) >= capTexts) return { eligible: false, reason: "frequencyCap" }
  taken.add(judged.phone)
  return judged
}

const note = ({ heard }: Channel, tally: Tally, person: Addressee, judged: Assessment, start: number): void => {
  tally.total += 1
  if (!judged.eligible) return count(tally.excluded, judged.reason)
  tally.eligible += 1
  count(tally.costs, judged.cost)
  noteLanguage(tally, person, judged)
  const { at, zone } = judged.release
  noteSample(tally, `${zone} ${judged.cost} ${judged.language}`, () => ({
    patient: fullName(person),
    place: placeOf(person),
    zone,
    at: new Date(at ?? start).toISOString(),
    text: heard(judged.body),
    language: judged.language,
    segments: segmentsOf(heard(judged.body)),
  }))
  const key = `${at} ${zone}`
  const known = tally.groups.get(key)
  if (known === undefined) tally.groups.set(key, { release: at, zone, people: 1, cost: judged.cost })
  else {
    known.people += 1
    known.cost += judged.cost
  }
}

const noteLanguage = (
  { languages }: Tally,
  { language: spoken }: Addressee,
  { language, cost }: Extract<Assessment, { readonly eligible: true }>,
): void => {
  const key = `${language} ${spoken}`
  const known = languages.get(key)
  if (known === undefined) languages.set(key, { language, spoken, people: 1, cost })
  else {
    known.people += 1
    known.cost += cost
  }
}

/** The most people first. @param own the language of the template's own text */
const languagesOf = ({ languages }: Tally, own: string): CampaignCheck["languages"] =>
  [...languages.values()]
    .map(({ language, spoken, people, cost }) => ({
      ...{ language: language ?? own, spoken: spoken ?? own },
      ...{ people, segments: cost },
    }))
    .sort((a, b) => b.people - a.people)

/** Keeps the first of each kind of message, and the first of all to fill up with. */
const noteSample = (tally: Tally, kind: string, make: () => Sample): void => {
  if (!tally.kinds.has(kind) && tally.kinds.size < maxSamples) tally.kinds.set(kind, make())
  else if (tally.samples.length < maxSamples) tally.samples.push(make())
}

/** What a campaign would do. */
export type CheckRequest = VersionContent & {
  readonly channel: Channel
  readonly companyId: CompanyId
  /** The number the campaign has or will have. */
  readonly campaignId: CampaignId
  readonly listId: ListId
  /** When it would start; null: now. */
  readonly startAt: string | null
  /** Stops at the first person who can get it: enough to know that there is one. */
  readonly untilFirst?: boolean
  /** Stops after the first people of a long list. */
  readonly isBrief?: boolean
  /** What the sending number takes, in the units of the channel; 1 without it. */
  readonly costPerSecond?: number
}

const heldOf = (groups: ReadonlyArray<Group>): CampaignCheck["held"] =>
  groups
    .flatMap(({ release, zone, people }) =>
      release === null ? [] : [{ until: new Date(release).toISOString(), zone, people }],
    )
    .sort((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : a.zone < b.zone ? -1 : 1))

/** What is done with each person of a list once they are judged; `isEnough` is asked before the next ones are read. */
type Visitor = {
  /** @param start when the campaign begins, in milliseconds since 1970 */
  readonly see: (person: Addressee, judged: Assessment, start: number) => void
  readonly isEnough: () => boolean
}

/** Judges the people of a list in order of their ids, without storing anything. */
export const judgeEveryone = Effect.fn("judgeEveryone")(function* (request: CheckRequest, visitor: Visitor) {
  const { channel, companyId, campaignId, listId, startAt, isBrief = false } = request
  const { sql, company } = yield* Database
  const message = Result.getOrThrow(channel.read(request))
  const start = startAt === null ? yield* Clock.currentTimeMillis : Date.parse(startAt)
  const { name, language } = yield* company(companyId)(companyFacts(sql, companyId))
  const origin: Origin = { companyName: name, campaignId, bookingLink: yield* sampleBookingLink }
  const rules = yield* company(companyId)(readSendingRules(sql, companyId, channel.name))
  const when = { now: start, rules: readyRules(rules) }
  const frame: Frame = { channel, message, origin, when, capTexts: rules.capTexts, taken: new Set() }
  let after = 0
  let judged = 0
  let isPartial = false
  while (!visitor.isEnough()) {
    isPartial = isBrief && judged >= firstPeople
    if (isPartial) break
    const people = yield* company(companyId)(
      peopleOfList(sql, { companyId, channel: channel.name, listId, after, most: batch }),
    )
    const last = people.at(-1)
    if (last === undefined) break
    const phones = people.flatMap(({ phone }) => phone ?? [])
    const got = yield* company(companyId)(readTextsGot(sql, companyId, phones, rules, start))
    for (const person of people) visitor.see(person, judge(person, got, frame), start)
    judged += people.length
    after = last.patientId
    yield* Effect.yieldNow
  }
  return { start, isPartial, rules: when.rules, language }
})

/** Says of a list who gets the message, who does not and why, at which cost, and how many quiet hours hold. */
export const checkCampaign = Effect.fn("checkCampaign")(function* (request: CheckRequest) {
  const tally: Tally = {
    total: 0,
    eligible: 0,
    excluded: new Map(),
    costs: new Map(),
    languages: new Map(),
    groups: new Map(),
    samples: [],
    kinds: new Map(),
  }
  const { start, isPartial, rules, language } = yield* judgeEveryone(request, {
    see: (person, judged, at) => note(request.channel, tally, person, judged, at),
    isEnough: () => request.untilFirst === true && tally.eligible > 0,
  })
  const groups = [...tally.groups.values()]
  return {
    total: tally.total,
    eligible: tally.eligible,
    excluded: [...tally.excluded].map(([reason, people]) => ({ reason, count: people })),
    segments: [...tally.costs]
      .map(([segments, people]) => ({ segments, people }))
      .sort((a, b) => a.segments - b.segments),
    languages: languagesOf(tally, language),
    held: heldOf(groups),
    zones: spansOf(groups, start, request.costPerSecond ?? 1, rules.hoursOf(null)),
    needsConfirmation: (yield* readConfirmation(request.companyId, request.listId)).isNeeded,
    samples: [...tally.kinds.values(), ...tally.samples].slice(0, maxSamples),
    isPartial,
  } satisfies CampaignCheck
})
