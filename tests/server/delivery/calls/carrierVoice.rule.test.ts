import { describe, expect, it } from "vitest"
import type { CallVoice } from "#schemas/outreach/voice.ts"
import { carrierVoice } from "#server/delivery/calls/carrierVoice.rule.ts"
import { twimlOf } from "#server/delivery/calls/twiml.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"

const plain: CallVoice = { ...slowVoice, speed: 1, pitch: 1 }
const nameOf = (voice: Partial<CallVoice>) => carrierVoice({ ...plain, ...voice })?.voice

describe("the carrier’s voice that is most like that of a call flow", () => {
  it.each([
    ["en-US", "female", "Polly.Joanna"],
    ["en-US", "male", "Polly.Matthew"],
    ["en-GB", "male", "Polly.Brian"],
    ["en-US", "neutral", "Polly.Joanna"],
    ["en-NZ", "female", "Polly.Joanna"],
    ["es", "male", "Polly.Miguel"],
    ["es-MX", "male", "Polly.Mia"],
    ["zh-CN", "male", "Polly.Zhiyu"],
    ["ar-EG", "female", "Polly.Zeina"],
  ] as const)("is, for %s and %s, %s", (language, gender, voice) => {
    expect(nameOf({ language, gender })).toBe(voice)
  })

  it("is none for a language that the carrier has no voice of", () => {
    expect(nameOf({ language: "ht" })).toBeUndefined()
  })

  it("speaks as fast and as high as the call flow says", () => {
    expect(carrierVoice(plain)?.prosody).toBeNull()
    expect(carrierVoice(slowVoice)?.prosody).toEqual({ rate: "85%", pitch: "+15%" })
    expect(carrierVoice({ ...plain, pitch: 0.7 })?.prosody).toEqual({ pitch: "-30%" })
  })

  it("says a text as it is, marks of XML and letters that XML cannot hold included", () => {
    const say = [{ _tag: "Say", prompt: { _tag: "Speech", text: "Ada & <Bo>\u0007 你好" } }] as const
    const addresses = { stepAfter: () => "", soundOf: () => "" }
    const twiml = (voice: CallVoice) => twimlOf(say, { ...addresses, voice: carrierVoice(voice) })
    expect(twiml(plain)).toContain('<Say voice="Polly.Joanna">Ada &amp; &lt;Bo&gt;  你好</Say>')
    expect(twiml(slowVoice)).toContain(
      '<Say voice="Polly.Joanna"><prosody rate="85%" pitch="+15%">Ada &amp; &lt;Bo&gt;  你好</prosody></Say>',
    )
  })
})
