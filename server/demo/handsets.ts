import { Effect } from "effect"
import type {
  ActOnCall,
  Handset,
  HandsetCall,
  HandsetMessage,
  HandsetSummary,
  SendReply,
} from "#schemas/administration/demo.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { SimulatedPhones, type CarriedCall, type CarriedText } from "./SimulatedPhones.ts"
import { answeredTo, latestTexts, sendersOf, stepsOf, textsSentTo, writtenBy, type SentText } from "./sentTexts.ts"

const instant = (millis: number): string => new Date(millis).toISOString()

const fromCampaign = ({ sid, text, at, status }: SentText): HandsetMessage => ({
  id: sid,
  direction: "toPhone",
  text,
  at: instant(at),
  status,
})

const fromCarrier = ({ sid, direction, body, created, status }: CarriedText): HandsetMessage => ({
  id: sid,
  direction: direction === "inbound" ? "fromPhone" : "toPhone",
  text: body,
  at: instant(created),
  status,
})

const fromCarrierCall = ({ sid, created, heard, ...rest }: CarriedCall): HandsetCall => ({
  ...{ id: sid, from: rest.from, status: rest.status, seconds: rest.seconds, inHand: rest.inHand },
  at: instant(created),
  heard: heard.map(({ what, text, at }) => ({ what, text, at: instant(at) })),
})

/** Whether a text was exchanged with one of the company's numbers: a phone may belong to patients of two companies. */
const isWith = (senders: ReadonlyArray<string>) => (text: CarriedText) =>
  senders.includes(text.direction === "inbound" ? text.to : text.from)

/** The company's phones that were texted last, or those whose owner's name or number is searched. */
export const listHandsets = Effect.fn("demo.listHandsets")(function* (companyId: CompanyId, search: string) {
  const phones = yield* SimulatedPhones
  const senders = yield* sendersOf(companyId, "SMS")
  const texted = yield* latestTexts(companyId, search)
  const summaries = yield* Effect.forEach(
    texted,
    ({ phone, patient, isCall, text, at }) =>
      Effect.map(phones.textsOf(phone), (texts): HandsetSummary => {
        const last = texts.filter(isWith(senders)).at(-1)
        const isNewer = last !== undefined && last.created >= at
        const lastAt = instant(isNewer ? last.created : at)
        return { phone, patient, lastText: isNewer ? last.body : isCall ? "A call" : text, lastAt }
      }),
    { concurrency: 8 },
  )
  return summaries.sort((left, right) => (left.lastAt > right.lastAt ? -1 : left.lastAt < right.lastAt ? 1 : 0))
})

const byTime = (left: HandsetMessage, right: HandsetMessage): number =>
  left.at < right.at ? -1 : left.at > right.at ? 1 : 0

/**
 * One phone: what we know of it from before, and then what the simulated carrier
 * remembers, which begins again with each start. Reading a phone keeps it in the hand
 * for ten seconds: calls to it wait. A phone the company never texted is answered as absent.
 */
export const readHandset = Effect.fn("demo.readHandset")(function* (companyId: CompanyId, phone: string) {
  const phones = yield* SimulatedPhones
  const senders = yield* sendersOf(companyId, "SMS")
  const callers = yield* sendersOf(companyId, callChannel)
  const reached = yield* textsSentTo(companyId, phone)
  const texted = reached.filter(({ isCall }) => !isCall)
  const newest = reached.at(-1)
  if (newest === undefined) return yield* Effect.fail(notFound())
  const carried = (yield* phones.textsOf(phone)).filter(isWith(senders))
  const sids = new Set(carried.map(({ sid }) => sid))
  const since = carried[0]?.created ?? Number.POSITIVE_INFINITY
  const written = (yield* writtenBy(companyId, phone)).filter(({ at }) => at < since)
  const keys = new Set(carried.map(({ key }) => key))
  const answered = (yield* answeredTo(companyId, phone)).filter(({ key }) => key === null || !keys.has(key))
  const messages = [
    ...texted.filter(({ sid }) => !sids.has(sid)).map(fromCampaign),
    ...written.map(({ at, ...rest }): HandsetMessage => ({
      ...rest,
      direction: "fromPhone",
      at: instant(at),
      status: "received",
    })),
    ...answered.map(({ at, key: _, ...rest }): HandsetMessage => ({ ...rest, direction: "toPhone", at: instant(at) })),
    ...carried.map(fromCarrier),
  ].sort(byTime)
  const used = [...new Set(texted.map(({ sender }) => sender))].toReversed()
  return {
    phone,
    patient: newest.patient,
    senders: used.length === 0 ? senders : used,
    messages,
    calls: (yield* phones.hold(phone))
      .filter(({ from }) => callers.includes(from))
      .map(fromCarrierCall)
      .toReversed(),
    steps: yield* stepsOf(companyId, phone),
  } satisfies Handset
})

/** Types a reply on a phone; `to` must be one of the company's numbers. It reaches us through the carrier's signed webhook. */
export const replyFrom = Effect.fn("demo.replyFrom")(function* (
  companyId: CompanyId,
  { phone, to, text }: typeof SendReply.Type,
) {
  yield* readHandset(companyId, phone)
  if (!(yield* sendersOf(companyId, "SMS")).includes(to)) return yield* Effect.fail(notFound())
  yield* (yield* SimulatedPhones).reply(phone, to, text)
  return yield* readHandset(companyId, phone)
})

const doesNotWait = () => problem("Invalid", "The call does not wait for this any more.")

/**
 * Does something with one of the calls on a phone, which is in the hand then. Fails with Invalid when it comes too late:
 * the call is over, or the simulated carrier began again and no longer knows it.
 */
export const actOnCall = Effect.fn("demo.actOnCall")(function* (
  companyId: CompanyId,
  { phone, call, act }: typeof ActOnCall.Type,
) {
  const { calls } = yield* readHandset(companyId, phone)
  const isHere = calls.some(({ id }) => id === call)
  if (!isHere || !(yield* (yield* SimulatedPhones).act(call, act))) return yield* Effect.fail(doesNotWait())
  return yield* readHandset(companyId, phone)
})
