import { Cause, Deferred, Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { openBatches } from "#server/store/batches.ts"
import type { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { SendGate } from "../SendGate.ts"
import { readSendKey } from "../sendKey.rule.ts"
import type { StepRequest } from "../VoiceCarrier.ts"
import { answerSteps, endedStep, type AnsweredStep } from "./callSteps.ts"

/** A request that waits for its answer, and what became of it. */
type Asked = { readonly request: StepRequest; answer: AnsweredStep; failure: Cause.Cause<unknown> | undefined }

/** One of each call at a time: a step that is asked twice at once is answered twice, one after the other. */
const apart = (asked: ReadonlyArray<Asked>): ReadonlyArray<ReadonlyArray<Asked>> => {
  const first = new Map<string, Asked>()
  const others: Array<Asked> = []
  for (const one of asked) {
    if (first.has(one.request.sendKey)) others.push(one)
    else first.set(one.request.sendKey, one)
  }
  return others.length === 0 ? [[...first.values()]] : [[...first.values()], ...apart(others)]
}

/**
 * Starts answering what calls do next: the steps that come while others are recorded are recorded together. One that
 * cannot be recorded fails alone. Ends with the scope.
 * @param announce hears of the campaigns whose numbers moved
 */
export const openStepBatches = Effect.fnUntraced(function* (
  database: Database["Service"],
  gate: SendGate["Service"],
  announce: (moved: ReadonlyArray<{ readonly companyId: CompanyId; readonly campaignId: CampaignId }>) => void,
) {
  const answerAll = Effect.fnUntraced(function* (companyId: CompanyId, asked: ReadonlyArray<Asked>) {
    const requests = asked.map(({ request }) => request)
    const { answers, campaigns } = yield* answerSteps(database, gate, yield* isoNow, companyId, requests)
    announce(campaigns.map((campaignId) => ({ companyId, campaignId })))
    for (const one of asked) one.answer = answers.get(one.request.sendKey) ?? endedStep
  })
  const each = (companyId: CompanyId, asked: ReadonlyArray<Asked>) =>
    Effect.forEach(
      asked,
      (one) => Effect.catchCause(answerAll(companyId, [one]), (cause) => Effect.sync(() => void (one.failure = cause))),
      { concurrency: 8, discard: true },
    )
  const answerOf = Effect.fnUntraced(function* (companyId: CompanyId, asked: ReadonlyArray<Asked>) {
    for (const few of apart(asked)) yield* Effect.catchCause(answerAll(companyId, few), () => each(companyId, few))
  })
  const takeStep = yield* openBatches((asked: ReadonlyArray<Asked>) =>
    Effect.forEach(
      Map.groupBy(asked, ({ request }) => readSendKey(request.sendKey)?.companyId),
      ([companyId, some]) => (companyId === undefined ? Effect.void : answerOf(companyId, some)),
      { concurrency: "unbounded", discard: true },
    ),
  )
  return Effect.fnUntraced(function* (request: StepRequest) {
    const asked: Asked = { request, answer: endedStep, failure: undefined }
    yield* Deferred.await(takeStep(asked))
    return asked.failure === undefined ? asked.answer : yield* Effect.failCause(asked.failure)
  })
})
