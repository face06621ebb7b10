import { Option, Result, Schema } from "effect"
import { callFacts } from "#schemas/outreach/callFacts.ts"
import { CallFlow, callFlowLimits } from "#schemas/outreach/callFlow.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { assessBy } from "#server/outreach/recipients/assess.rule.ts"
import { readCallFlow, type CallInLanguage } from "#server/outreach/templates/callMessage.rule.ts"
import type { WrittenTranslation } from "#server/outreach/templates/message.rule.ts"
import { decodeCallTranslation } from "#server/outreach/translations/callTranslation.rule.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { heardWithoutKey } from "#server/delivery/calls/callTurn.rule.ts"
import type { Channel } from "./channel.ts"

const decodeFlow = Schema.decodeUnknownOption(Schema.fromJsonString(CallFlow))

/** What a call does, as it was rendered for one person; undefined for what is no call flow. */
export const callFlowIn = (body: string): CallFlow | undefined => Option.getOrUndefined(decodeFlow(body))

const callInLanguage = ({ language, text }: WrittenTranslation): CallInLanguage => ({
  ...{ language, words: decodeCallTranslation(text) },
})

/** One call, however long it lasts: that is known when it is over. */
const cost = () => 1

/** The address of a step next to that of the reports. */
const beside = (statusCallback: string, path: string): string =>
  statusCallback.slice(0, -webhookPaths.callStatus.length) + path

/** Calls that run a call flow. */
export const callChannel: Channel = {
  ...callFacts,
  read: ({ text, translations }) =>
    Result.flatMap(
      Result.fromOption(decodeFlow(text), () => "This is no call flow."),
      (flow) => Result.map(readCallFlow(flow, translations.map(callInLanguage)), (message) => ({ text, ...message })),
    ),
  assess: assessBy({
    unreached: () => undefined,
    // What was rendered was read as a flow before, so only a step that says too much keeps it from being read again.
    unfit: (body) =>
      body.length > callFlowLimits.promptCharacters && callFlowIn(body) === undefined ? "tooLong" : undefined,
    cost,
  }),
  cost,
  heard: (body) => {
    const flow = callFlowIn(body)
    return flow === undefined ? "" : heardWithoutKey(flow).join("\n")
  },
  goesOn: true,
  send: ({ body, ...message }, mayLeave) =>
    VoiceCarrier.use((carrier) =>
      carrier.place(
        {
          ...message,
          ringSeconds: callFlowIn(body)?.ringSeconds ?? callFlowLimits.ringSeconds.minimum,
          stepAddress: beside(message.statusCallback, webhookPaths.callStep),
          machineAddress: beside(message.statusCallback, webhookPaths.callMachine),
        },
        mayLeave,
      ),
    ),
  find: ({ from, to, since }) => VoiceCarrier.use((carrier) => carrier.find({ from, to, since })),
  reportPath: webhookPaths.callStatus,
  parse: (form, query) => VoiceCarrier.use((carrier) => carrier.parseStatus(form, query)),
  retryAfter: (body, code, attempt) =>
    callFlowIn(body)?.retries.find((one) => one.outcome === code && attempt <= one.times)?.minutes,
}
