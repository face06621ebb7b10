import type { HeardPrompt, OwnRecording, Sound } from "#schemas/outreach/sound.ts"
import type { CallFlowValues } from "#machines/outreach/callFlowEditor.machine.ts"
import type { CallTest } from "#schemas/outreach/callTest.ts"
import { newCallFlow } from "#machines/outreach/callFlowDraft.ts"
import { CompanyId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { Ivr, IvrVersions } from "#schemas/outreach/ivr.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import type { TestCall, TestCalls } from "#schemas/outreach/testCall.ts"
import type { CallVoice, OfferedVoice } from "#schemas/outreach/voice.ts"
import { problem } from "#schemas/problem.ts"
import { fluShotCall } from "./callFlows.ts"

/** A caller who opts out, kept as a test. */
export const keptOptOut: CallTest = {
  ...{ testId: 1, name: "Opts out with key 9", passed: [1, 2, 6, 8], end: "ended" },
  happened: ["PersonAnswered", "StepFinished", "9", "StepFinished", "StepFinished"],
}

/** A call flow whose next draft waits next to the published version. */
export const sampleCallFlow: Ivr = {
  templateId: TemplateId.make(51),
  hashedId: "c".repeat(20),
  companyId: CompanyId.make(2),
  name: "Flu shot call",
  purpose: "Reminder",
  state: "revised",
  version: 2,
  publishedVersion: 1,
  streamVersion: 3,
  updatedOn: "2026-11-18T15:00:00Z",
  publishedOn: "2026-11-17T15:05:00Z",
  steps: fluShotCall.steps.length,
  publishedCallerId: null,
  flow: fluShotCall,
  variables: ["firstName", "companyName"],
  tests: [keptOptOut],
}

/** A call flow that was never published, and may not be yet: its menu leads nowhere. */
export const draftCallFlow: Ivr = {
  ...sampleCallFlow,
  templateId: TemplateId.make(52),
  hashedId: "d".repeat(20),
  name: "Survey call",
  purpose: "Survey",
  state: "draft",
  version: 1,
  publishedVersion: null,
  publishedOn: null,
  streamVersion: 1,
  steps: 2,
  tests: [],
  flow: {
    ...newCallFlow,
    steps: [
      {
        ...{ _tag: "Menu", stepId: 1, name: "Main menu", keySeconds: 5, repeats: 2, wrongKey: "", otherwise: 2 },
        prompt: { _tag: "Speech", text: "Hello, {{ companyName }} calls. Press 1 for yes." },
        keys: [{ key: "1", next: null }],
      },
      { _tag: "HangUp", stepId: 2, name: "Hang up" },
    ],
  },
}

/** What happened to the call flow whose next draft waits: the second version rings longer. */
export const callFlowVersions: IvrVersions = {
  versions: [
    {
      ...{ version: 1, at: "2026-11-17T15:00:00Z", actor: "Ada Park", name: "Flu shot call", flow: fluShotCall },
      publishedOn: "2026-11-17T15:05:00Z",
    },
    {
      ...{ version: 2, at: "2026-11-18T15:00:00Z", actor: "Ada Park", name: "Flu shot call", publishedOn: null },
      flow: { ...fluShotCall, ringSeconds: 45 },
    },
  ],
  history: [
    { type: "TemplateDrafted", at: "2026-11-17T15:00:00Z", actor: "Ada Park", version: 1 },
    { type: "TemplatePublished", at: "2026-11-17T15:05:00Z", actor: "Ada Park", version: 1 },
    { type: "TemplateRevised", at: "2026-11-18T15:00:00Z", actor: "Ada Park", version: 2 },
  ],
}

/** What the editor of a new call flow opens with. */
export const newCallFlowValues: CallFlowValues = {
  ...{ temphashedId: null, templateId: TemplateId.make(53), name: "", purpose: "Survey", streamVersion: 0 },
  flow: newCallFlow,
}

/** The numbers of a company: two that call, and one for texts. */
export const sampleNumbers: ReadonlyArray<Sender> = [
  { senderId: SenderId.make(1), channel: "SMS", e164: "+14155550100", label: "Front desk", segmentsPerSecond: 10 },
  { senderId: SenderId.make(2), channel: "IVR", e164: "+14155550104", label: "Calls", segmentsPerSecond: 5 },
  { senderId: SenderId.make(3), channel: "IVR", e164: "+14155550105", label: "Recalls", segmentsPerSecond: 5 },
]

/** The voices that are offered: two whose pitch can be changed, and one of another language whose pitch cannot. */
export const sampleVoices: ReadonlyArray<OfferedVoice> = [
  { voiceId: "slt", name: "Slt", language: "en-US", gender: "female", hasPitch: true },
  { voiceId: "rms", name: "Rms", language: "en-US", gender: "male", hasPitch: true },
  { voiceId: "Lupe", name: "Lupe", language: "es-US", gender: "female", hasPitch: false },
]

/** A voice that speaks slower and higher than by itself. */
export const slowVoice: CallVoice = {
  ...{ voiceId: "slt", name: "Slt", language: "en-US", gender: "female" },
  ...{ speed: 0.85, pitch: 1.15 },
}

/** A WAV file of one moment without a sound. */
const silence = "data:audio/wav;base64,UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA=="

/** A greeting as someone listens to it. */
export const heardPrompt: HeardPrompt = { address: silence, said: "Hello Ana.", voice: "Slt" }

/** What the microphone recorded. */
export const ownRecording: OwnRecording = { address: silence, file: new File([], "recording.wav") }

/** A recording that was taken. */
export const uploadedSound: Sound = { hashedId: "a".repeat(64), made: "upload", seconds: 3 }

/** Why a file was not taken as a recording. */
export const unfitSound = problem("Invalid", "This file cannot be read. Save it again as a WAV or MP3 file.")

/** A call to the person who looks at a call flow, on its way. */
export const sampleTestCall: TestCall = {
  ...{ templateId: TemplateId.make(51), senderId: SenderId.make(12), phone: "+12125550171" },
  ...{ calledOn: "2026-11-20T15:00:00.000Z", state: "calling", ending: null, reason: null, seconds: null },
}

/** What a person who was never called is offered: two numbers that call, and a second language. */
export const sampleTestCalls: TestCalls = {
  ...{ templateId: TemplateId.make(51), callerId: null, languages: ["es"], last: null },
  senders: [
    { senderId: SenderId.make(11), channel: "IVR", e164: "+15645550104", label: "Calls", segmentsPerSecond: 5 },
    { senderId: SenderId.make(12), channel: "IVR", e164: "+15645550105", label: "Desk", segmentsPerSecond: 5 },
  ],
}
