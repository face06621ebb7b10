import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { textsOf, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { CheckedText, LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { MultiCampaignFacts, StepTemplate } from "#schemas/outreach/multiCampaign.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { readConfirmation } from "#server/outreach/campaigns/confirmation.queries.ts"
import { countOne, countsIn, noneCounted, type Counted } from "#server/outreach/campaigns/counted.rule.ts"
import { judgeList, type JudgedMessage } from "#server/outreach/campaigns/judgeList.queries.ts"
import { readTrouble } from "#server/outreach/campaigns/senderTrouble.queries.ts"
import type { Assessment } from "#server/outreach/recipients/assess.rule.ts"
import { saysOptOut } from "#server/outreach/templates/publish.rule.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { earliestOf, mostOf } from "./mostOf.rule.ts"
import { simulateLadder } from "./simulateLadder.queries.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"

/** The people and the chances that a check simulates: always the same ones, so that two checks can be compared. */
const seed = 1

type Ladder = Pick<MultiCampaignFacts, "listId" | "startAt" | "steps" | "stops" | "mostTouches" | "closeAfterMinutes">

/** One published text or call of a step. */
type Text = JudgedMessage & {
  readonly step: LadderStep
  readonly variant: number
  readonly template: StepTemplate
  readonly counted: Counted
  /** The languages that people get it in, by whether it says there how to opt out; null for its own text. */
  readonly optsOut: Map<string | null, boolean>
}

/** The texts and calls of the steps of a ladder, as they are published. */
const readTexts = Effect.fnUntraced(function* (companyId: CompanyId, steps: ReadonlyArray<LadderStep>) {
  const templates = yield* readStepTemplates(companyId)
  const earliest = earliestOf(steps)
  const texts: Array<Text> = []
  for (const step of steps)
    for (const [variant, templateId] of textsOf(step).entries()) {
      const template = templates.find((one) => one.templateId === templateId && one.channel === step.channel)
      const published =
        template === undefined ? undefined : yield* readPublishedMessage(companyId, templateId, step.channel)
      if (template !== undefined && published !== undefined)
        texts.push({
          ...{ ...published, step, variant, template, channel: channelOf(step.channel) },
          ...{ after: earliest.get(step.stepId) ?? 0, counted: noneCounted(), optsOut: new Map() },
        })
    }
  return texts
})

/** How often a step is tried at most. */
const triesOf = ({ channel, retries }: LadderStep, own: Text | undefined): number =>
  channel === "SMS" ? 1 + retries : (own?.template.tries ?? 1)

/** Adds up what everyone could take at most, some people after the other. */
const takesOf = ({ steps, mostTouches }: Ladder, texts: ReadonlyArray<Text>) => {
  const total = { texts: 0, segments: 0, calls: 0 }
  /** Of those who are judged now: what each text that they could get would cost them, by its place. */
  const costs = new Map<PatientId, Map<number, number>>()
  const places = steps.map((step) => ({
    ...{ channel: step.channel, of: texts.flatMap((text, place) => (text.step === step ? [place] : [])) },
    tries: triesOf(
      step,
      texts.find((text) => text.step === step && text.variant === 0),
    ),
  }))
  return {
    total,
    note: (patientId: PatientId, place: number, cost: number): void => {
      const own = costs.get(patientId) ?? new Map<number, number>()
      costs.set(patientId, own.set(place, cost))
    },
    addUp: (): void => {
      for (const own of costs.values()) {
        const could = places.map(({ of, ...step }) => ({ ...step, costs: of.flatMap((place) => own.get(place) ?? []) }))
        const { texts: some, segments, calls } = mostOf(could, mostTouches)
        total.texts += some
        total.segments += segments
        total.calls += calls
      }
      costs.clear()
    },
  }
}

const noteOptOut = ({ template, optsOut }: Text, judged: Assessment): void => {
  if (!judged.eligible || optsOut.has(judged.language)) return
  const { body, language } = judged
  optsOut.set(language, template.channel === "SMS" ? saysOptOut(body, language ?? undefined) : template.optsOut)
}

const checkedOf = (
  { channel, stepId }: LadderStep,
  variant: number,
  text: Text | undefined,
  own: string,
): CheckedText => {
  const { eligible, excluded, segments, languages } = countsIn(text?.counted ?? noneCounted(), own)
  return {
    ...{ stepId, variant, isPublished: text !== undefined, eligible, languages },
    leftOut: excluded
      .map(({ reason, count }) => ({ ...reasonIn(factsOf(channel), reason), people: count }))
      .toSorted((one, other) => other.people - one.people),
    segments: channel === "SMS" ? segments.reduce((sum, one) => sum + one.segments * one.people, 0) : 0,
    withoutOptOut: [...(text?.optsOut ?? [])].flatMap(([language, isSaid]) => (isSaid ? [] : [language ?? own])),
  }
}

/** What the numbers of steps cannot do, in the order of the steps. */
const readTroubles = Effect.fnUntraced(function* (companyId: CompanyId, steps: ReadonlyArray<LadderStep>) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      const troubles: Array<LadderCheck["troubles"][number]> = []
      for (const { stepId, channel, senderId } of steps) {
        const trouble = yield* readTrouble(sql, factsOf(channel), companyId, senderId)
        const [sender] = yield* sql<{ number: string }>`
          select e164 as number from senders where company_id = ${companyId} and sender_id = ${senderId}`
        if (trouble !== null) troubles.push({ stepId, number: sender?.number ?? "", ...trouble })
      }
      return troubles
    }),
  )
})

/** What a simulation of some people comes to for the whole list. */
const expectedOf = Effect.fnUntraced(function* (companyId: CompanyId, ladder: Ladder) {
  const { listId, startAt, steps, stops, mostTouches, closeAfterMinutes } = ladder
  const asked = { listId, startAt, steps, stops, mostTouches, closeAfterMinutes, seed }
  const { people, texts, segments, calls, lastAt, isAssumed, sample } = yield* simulateLadder(companyId, asked)
  const forAll = (some: number) => (sample.length === 0 ? 0 : Math.round((some * people) / sample.length))
  return {
    ...{ simulated: sample.length, isAssumed, lastAt },
    ...{ texts: forAll(texts), segments: forAll(segments), calls: forAll(calls) },
  }
})

/**
 * Says of each text and call of a ladder who of its list would get it, who would not and why, in which languages and at
 * which cost, and what all of it takes. Everyone is judged for each step as if they came to it when it can begin at the
 * earliest. Fails with NotFound where the list is gone.
 */
export const dryRunLadder = Effect.fn("dryRunLadder")(function* (companyId: CompanyId, ladder: Ladder) {
  const { listId, steps } = ladder
  const now = yield* Clock.currentTimeMillis
  const startAt = ladder.startAt !== null && Date.parse(ladder.startAt) > now ? ladder.startAt : null
  const expected = yield* expectedOf(companyId, ladder)
  const texts = yield* readTexts(companyId, steps)
  const takes = takesOf(ladder, texts)
  const reached = new Set<PatientId>()
  const { language } = yield* judgeList({ companyId, listId, startAt }, texts, {
    see: (person, judged, place) => {
      const text = texts[place]
      if (text === undefined) return
      countOne(text.counted, person, judged)
      noteOptOut(text, judged)
      if (!judged.eligible) return
      reached.add(person.patientId)
      takes.note(person.patientId, place, judged.cost)
    },
    afterSome: takes.addUp,
  })
  const { people, isNeeded } = yield* readConfirmation(companyId, listId)
  const checked = steps.flatMap((step) =>
    textsOf(step).map((_, variant) => {
      const text = texts.find((one) => one.step === step && one.variant === variant)
      return checkedOf(step, variant, text, language)
    }),
  )
  return {
    checkedAt: new Date(now).toISOString(),
    ...{ people, reached: reached.size, needsConfirmation: isNeeded, texts: checked },
    ...{ troubles: yield* readTroubles(companyId, steps), most: takes.total, expected },
  } satisfies LadderCheck
})
