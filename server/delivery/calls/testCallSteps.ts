import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import type { MachineReport, StepRequest } from "../VoiceCarrier.ts"
import { endedStep, pressedNoKey, turnOf, type AnsweredStep } from "./callSteps.ts"
import { heardInstructions } from "./heardInstructions.ts"
import { readTestCallKey } from "./testCallKey.rule.ts"
import { readTestCall, recordTestStep } from "./testCallRows.ts"

/**
 * Answers what a test call does next, as `answerSteps` does for the calls of campaigns: by the chart and the log in the
 * address. A key that stops the calls is answered and recorded nowhere; a recording is noted to be removed.
 */
export const answerTestStep = Effect.fn("answerTestStep")(function* (
  database: Database["Service"],
  request: StepRequest,
) {
  const key = readTestCallKey(request.sendKey)
  const call = key === undefined ? undefined : yield* readTestCall(database, key)
  if (key === undefined || call === undefined) return endedStep
  const turned = turnOf(call.flow, request)
  const { sid, recording } = request
  const goesOn = yield* recordTestStep(database, key, { sid, recording, log: turned?.log ?? "" })
  if (turned === undefined || !goesOn) return endedStep
  const { voice } = turned.flow
  const sounding = { companyId: key.companyId, voice, pronunciations: call.pronunciations }
  const heard = heardInstructions(sounding, turned.turn.instructions)
  const instructions = yield* Effect.provideService(heard, Database, database)
  return { instructions, voice } satisfies AnsweredStep
})

/** Whether a test call that a machine is said to have answered goes on with the message for one, as `isAtMachine`. */
export const isTestAtMachine = Effect.fn("isTestAtMachine")(function* (
  database: Database["Service"],
  { sendKey, isMachine }: MachineReport,
) {
  const key = readTestCallKey(sendKey)
  if (key === undefined || !isMachine) return false
  const call = yield* readTestCall(database, key)
  return call !== undefined && pressedNoKey(call)
})
