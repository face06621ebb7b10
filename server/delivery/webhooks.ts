import { soundUrl } from "#schemas/outreach/sound.ts"
import { Cause, Context, Deferred, Effect, Layer } from "effect"
import { HttpServerResponse, type HttpServerRequest } from "effect/http"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { webhookPaths, type InboundMessage, type StatusReport } from "#schemas/outreach/delivery.ts"
import { isProblem, problem, problemStatus } from "#schemas/problem.ts"
import { openBatches } from "#server/store/batches.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { troubleSeconds } from "#server/store/databaseTrouble.ts"
import { Carrier } from "./Carrier.ts"
import { isAtMachine, machineLog } from "./calls/callSteps.ts"
import { carrierVoice } from "./calls/carrierVoice.rule.ts"
import { openStepBatches } from "./calls/stepBatches.ts"
import { isTestCall } from "./calls/testCallKey.rule.ts"
import { answerTestStep, isTestAtMachine } from "./calls/testCallSteps.ts"
import { twimlOf } from "./calls/twiml.ts"
import { callChannel } from "./channels/callChannel.ts"
import type { Channel } from "./channels/channel.ts"
import { textChannel } from "./channels/textChannel.ts"
import { receiveTexts } from "./inboundMessages.ts"
import { LiveCounts } from "./LiveCounts.ts"
import { SendGate } from "./SendGate.ts"
import { recordReports } from "./statusReports.ts"
import { VoiceCarrier } from "./VoiceCarrier.ts"
import { readWebhook } from "./webhookForm.ts"

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>

/** An answer that sends nothing back to the person. */
const noReply = HttpServerResponse.text("<Response/>", { contentType: "text/xml" })
const taken = HttpServerResponse.empty({ status: 204 })

/** Refusals in the carrier's terms: it repeats a 5xx, and drops what it was refused. */
const answering = <R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>) =>
  Effect.catchCause(effect, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const failure = Cause.squash(cause)
    const known = isProblem(failure)
      ? failure
      : problem("Unavailable", "The report could not be recorded. Send it again.")
    const headers = known.problem === "Unavailable" ? { "retry-after": String(troubleSeconds) } : {}
    const answer = HttpServerResponse.text(known.message, { status: problemStatus[known.problem], headers })
    return isProblem(failure)
      ? Effect.succeed(answer)
      : Effect.as(Effect.logError("A carrier's request could not be recorded", cause), answer)
  })

const make = Effect.fnUntraced(function* (publicUrl: string) {
  const database = yield* Database
  const carrier = yield* Carrier
  const voice = yield* VoiceCarrier
  const gate = yield* SendGate
  const counts = yield* LiveCounts

  const announce = (moved: ReadonlyArray<{ readonly companyId: CompanyId; readonly campaignId: CampaignId }>) => {
    for (const { companyId, campaignId } of moved) counts.changed(companyId, campaignId)
  }
  const takingReports = (channel: Channel) =>
    openBatches((reports: ReadonlyArray<StatusReport>) =>
      Effect.map(
        Effect.flatMap(isoNow, (at) => recordReports(database, channel, at, reports)),
        announce,
      ),
    )
  const takeReport = yield* takingReports(textChannel)
  const takeCallReport = yield* takingReports(callChannel)
  const answerStep = yield* openStepBatches(database, gate, announce)
  const takeMessage = yield* openBatches((messages: ReadonlyArray<InboundMessage>) =>
    Effect.map(
      Effect.flatMap(isoNow, (at) => receiveTexts(database, gate, at, messages)),
      announce,
    ),
  )

  const status = Effect.gen(function* () {
    const { form, query } = yield* readWebhook(publicUrl)
    yield* Deferred.await(takeReport(yield* textChannel.parse(form, query)))
    return taken
  })

  const inbound = Effect.gen(function* () {
    const { form } = yield* readWebhook(publicUrl)
    yield* Deferred.await(takeMessage(yield* carrier.parseInbound(form)))
    return noReply
  })

  const callStatus = Effect.gen(function* () {
    const { form, query } = yield* readWebhook(publicUrl)
    yield* Deferred.await(takeCallReport(yield* callChannel.parse(form, query)))
    return taken
  })

  const stepAddress = publicUrl.replace(/\/$/, "") + webhookPaths.callStep
  const stepAfter = (sendKey: string) => (log: string) => `${stepAddress}?${new URLSearchParams({ key: sendKey, log })}`
  const soundOf = (hash: string) => soundUrl(publicUrl, hash)

  const callStep = Effect.gen(function* () {
    const { form, query } = yield* readWebhook(publicUrl)
    const request = yield* voice.parseStep(form, query)
    const answer = yield* isTestCall(request.sendKey) ? answerTestStep(database, request) : answerStep(request)
    const text = twimlOf(answer.instructions, {
      ...{ stepAfter: stepAfter(request.sendKey), soundOf },
      voice: answer.voice === undefined ? undefined : carrierVoice(answer.voice),
    })
    return HttpServerResponse.text(text, { contentType: "text/xml" })
  })

  const callMachine = Effect.gen(function* () {
    const { form, query } = yield* readWebhook(publicUrl)
    const report = yield* voice.parseMachine(form, query)
    const isHeard = isTestCall(report.sendKey) ? isTestAtMachine : isAtMachine
    if (yield* isHeard(database, report)) yield* voice.redirect(report.sid, stepAfter(report.sendKey)(machineLog))
    return taken
  })

  const known = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provideService(Carrier, carrier), Effect.provideService(VoiceCarrier, voice))
  return Webhooks.of({
    status: answering(known(status)),
    inbound: answering(known(inbound)),
    callStatus: answering(known(callStatus)),
    callStep: answering(known(callStep)),
    callMachine: answering(known(callMachine)),
  })
})

/**
 * What the carrier reports and asks: a handler for each address in `webhookPaths`.
 * Each answers only after the report is committed, and a repeated report changes nothing.
 */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** POST: what became of a text. */
    readonly status: Answer
    /** POST: a text from a person. */
    readonly inbound: Answer
    /** POST: what became of a call. */
    readonly callStatus: Answer
    /** POST: what a call does next, as TwiML. */
    readonly callStep: Answer
    /** POST: whether a person or a machine answered. */
    readonly callMachine: Answer
  }
>()("admin-view/delivery/Webhooks") {
  /** @param publicUrl the address of this server exactly as the carrier knows it; signatures cover it */
  static readonly layer = (publicUrl: string) => Layer.effect(Webhooks, make(publicUrl))
}
