import { Effect } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import type { Addressee, Assessment } from "#server/outreach/recipients/assess.rule.ts"
import { placeOf } from "#server/outreach/recipients/place.rule.ts"
import { readConfirmation } from "./confirmation.queries.ts"
import { countOne, countsIn, noneCounted, type Counted } from "./counted.rule.ts"
import { judgeList, type JudgedMessage, type Judging } from "./judgeList.queries.ts"
import { spansOf, type Group } from "./spans.rule.ts"

/** Texts shown. */
const maxSamples = 10

/** The name staff know a person by. */
export const fullName = ({ firstName, lastName }: Addressee): string => `${firstName} ${lastName}`.trim()

type Tally = {
  readonly counted: Counted
  /** By zone and release: null is at the start. */
  readonly groups: Map<string, Group>
  readonly samples: Array<Sample>
  /** The first of each kind of message, by zone and length. */
  readonly kinds: Map<string, Sample>
}

type Sample = CampaignCheck["samples"][number]

const note = ({ heard }: Channel, tally: Tally, person: Addressee, judged: Assessment, start: number): void => {
  countOne(tally.counted, person, judged)
  if (!judged.eligible) return
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

/** Keeps the first of each kind of message, and the first of all to fill up with. */
const noteSample = (tally: Tally, kind: string, make: () => Sample): void => {
  if (!tally.kinds.has(kind) && tally.kinds.size < maxSamples) tally.kinds.set(kind, make())
  else if (tally.samples.length < maxSamples) tally.samples.push(make())
}

/** What a campaign would do. */
export type CheckRequest = Judging &
  JudgedMessage & {
    readonly campaignId: CampaignId
    /** Stops at the first person who can get it: enough to know that there is one. */
    readonly untilFirst?: boolean
    /** What the sending number takes, in the units of the channel; 1 without it. */
    readonly costPerSecond?: number
  }

const heldOf = (groups: ReadonlyArray<Group>): CampaignCheck["held"] =>
  groups
    .flatMap(({ release, zone, people }) =>
      release === null ? [] : [{ until: new Date(release).toISOString(), zone, people }],
    )
    .sort((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : a.zone < b.zone ? -1 : 1))

/** Says of a list who gets the message, who does not and why, at which cost, and how many quiet hours hold. */
export const checkCampaign = Effect.fn("checkCampaign")(function* (request: CheckRequest) {
  const tally: Tally = { counted: noneCounted(), groups: new Map(), samples: [], kinds: new Map() }
  const { start, isPartial, language, rulesOf } = yield* judgeList(request, [request], {
    see: (person, judged, _, at) => note(request.channel, tally, person, judged, at),
    isEnough: () => request.untilFirst === true && tally.counted.eligible > 0,
  })
  const groups = [...tally.groups.values()]
  const { companyId, channel } = request
  const { hoursOf } = rulesOf.get(channel.name) ?? (yield* Effect.die(`${channel.name} was not judged`))
  return {
    ...countsIn(tally.counted, language),
    held: heldOf(groups),
    zones: spansOf(groups, start, request.costPerSecond ?? 1, hoursOf(null)),
    needsConfirmation: (yield* readConfirmation(companyId, request.listId)).isNeeded,
    samples: [...tally.kinds.values(), ...tally.samples].slice(0, maxSamples),
    isPartial,
  } satisfies CampaignCheck
})
