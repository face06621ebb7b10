import VoiceResponse from "twilio/lib/twiml/VoiceResponse.js"
import type { Prompt } from "#schemas/outreach/callFlow.ts"
import { signOf } from "#machines/lifecycles/calls/callLog.ts"
import { askedAgain } from "../twilioRest.ts"
import type { CallInstruction } from "./callTurn.rule.ts"
import type { CarrierVoice } from "./carrierVoice.rule.ts"

/** Where a carrier comes back to, what it fetches, and by which voice it speaks. */
export type CallAddresses = {
  /** The address of a step by the call's log. */
  readonly stepAfter: (log: string) => string
  /** The address at which a stored sound is fetched. */
  readonly soundOf: (hash: string) => string
  /** Who says what is no sound; undefined: the carrier's own choice. */
  readonly voice?: CarrierVoice | undefined
}

/** Characters that no XML document may have: the builder throws for them, and one bad row would end a call. */
// oxlint-disable-next-line no-control-regex
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const spoken = (text: string): string => text.toWellFormed().replaceAll(notInXml, " ")

/** The builder's types know each voice by name. */
type SayVoice = NonNullable<Exclude<Parameters<VoiceResponse["say"]>[0], string>["voice"]>

type Speaker = Pick<VoiceResponse, "say" | "play">

const say = (speaker: Speaker, text: string, by: CarrierVoice | undefined): void => {
  if (by === undefined) return void speaker.say(text)
  const { prosody } = by
  const voice = by.voice as SayVoice
  if (prosody === null) return void speaker.say({ voice }, text)
  speaker.say({ voice }, "").prosody(prosody, text)
}

const speak = (speaker: Speaker, prompt: Prompt, { soundOf, voice }: CallAddresses): void => {
  if (prompt._tag === "Recording") speaker.play(soundOf(prompt.sound))
  else if (prompt.text.trim() !== "") say(speaker, spoken(prompt.text), voice)
}

const method = "POST"

const add = (response: VoiceResponse, instruction: CallInstruction, addresses: CallAddresses): void => {
  const stepAfter = (log: string) => askedAgain(addresses.stepAfter(log))
  switch (instruction._tag) {
    case "Say":
      return speak(response, instruction.prompt, addresses)
    case "Gather": {
      // No key ends the input: # may be one of the menu's.
      const action = stepAfter(instruction.log)
      const gather = response.gather({
        ...{ numDigits: 1, finishOnKey: "", timeout: instruction.seconds, action, method },
      })
      for (const prompt of instruction.prompts) speak(gather, prompt, addresses)
      return void response.redirect({ method }, stepAfter(instruction.log + signOf({ type: "NoKeyPressed" })))
    }
    case "Record": {
      speak(response, instruction.prompt, addresses)
      const action = stepAfter(instruction.log + signOf({ type: "StepFinished" }))
      response.record({ maxLength: instruction.seconds, finishOnKey: "#", playBeep: true, action, method })
      // Of silence there is no recording, and the action is not called.
      return void response.redirect({ method }, action)
    }
    case "Dial": {
      speak(response, instruction.prompt, addresses)
      const action = stepAfter(instruction.log)
      return void response.dial({ timeout: instruction.seconds, action, method }).number(instruction.phone)
    }
    case "HangUp":
      return void response.hangup()
  }
}

/** A turn of a call as a TwiML document. Any text comes back out of it as it is, but for characters XML cannot hold. */
export const twimlOf = (instructions: ReadonlyArray<CallInstruction>, addresses: CallAddresses): string => {
  const response = new VoiceResponse()
  for (const instruction of instructions) add(response, instruction, addresses)
  return response.toString()
}
