import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getNextSnapshot, initialTransition, type SnapshotFrom } from "xstate"
import { phoneKeys, type CallFlow, type CallStep } from "#schemas/outreach/callFlow.ts"
import { callProblems, type CompanyNumber } from "#machines/lifecycles/calls/callChecks.ts"
import { callChart, callState, type CallChart, type CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const changed = (stepId: number, change: object): CallFlow => ({
  ...fluShotCall,
  steps: fluShotCall.steps.map((step) => (step.stepId === stepId ? ({ ...step, ...change } as CallStep) : step)),
})
const found = (flow: CallFlow) => callProblems(flow, null).map(({ check, stepId }) => [check, stepId])

describe("the checks of a call flow", () => {
  it("find nothing in one that may be published", () => {
    expect(callProblems(fluShotCall, null)).toEqual([])
  })

  it("name the step, or the voicemail, that the voice cannot say", () => {
    const greeting = { _tag: "Speech", text: "Hello, 你好 {{ имя }}." } as const
    const flow = {
      ...changed(1, { prompt: greeting }),
      voicemail: { _tag: "LeaveMessage", prompt: { _tag: "Speech", text: "José — Привет" } },
    } as const
    const by = (voiceId: string): CallFlow => ({ ...flow, voice: { ...slowVoice, voiceId } })
    const rest = "Choose a voice of that language, or write it in Latin letters."
    const sentences = [
      [1, `The voice Slt cannot say “你” in “Greeting”. ${rest}`],
      [null, `The voice Slt cannot say “П” in the voicemail. ${rest}`],
    ]
    expect(callProblems(by("slt"), null).map(({ stepId, sentence }) => [stepId, sentence])).toEqual(sentences)
    expect(found({ ...changed(2, { wrongKey: "Ж" }), voice: slowVoice })).toEqual([["voiceSaysAll", 2]])
    expect(callProblems(by("azure:zh-CN-XiaoxiaoNeural"), null)).toEqual([])
    expect(callProblems(flow, null)).toEqual([])
    expect(
      callProblems(
        { ...changed(1, { prompt: { _tag: "Speech", text: "Olá {{ имя }} 9 €" } }), voice: slowVoice },
        null,
      ),
    ).toEqual([])
  })

  it("name a caller ID that the company has no longer, or that sends texts, once its numbers are known", () => {
    const flow = { ...fluShotCall, callerId: "+14155550104" }
    const judged = (numbers: ReadonlyArray<CompanyNumber> | null) =>
      callProblems(flow, numbers).map(({ check, stepId, sentence }) => [check, stepId, sentence])
    const wayOut = "Choose another one, or leave it to each campaign."
    expect(judged([{ channel: "IVR", e164: "+14155550104" }])).toEqual([])
    expect(judged(null)).toEqual([])
    expect(judged([{ channel: "IVR", e164: "+14155550105" }])).toEqual([
      ["callerIdCalls", null, `The caller ID +14155550104 is no number of the company any more. ${wayOut}`],
    ])
    expect(judged([{ channel: "SMS", e164: "+14155550104" }])).toEqual([
      ["callerIdCalls", null, `The caller ID +14155550104 is a number for texts, and does not call. ${wayOut}`],
    ])
    expect(callProblems(fluShotCall, [])).toEqual([])
  })

  it.each([
    ["a step that nothing follows", changed(5, { next: null }), [["noSilence", 5]]],
    ["a step that a deleted one follows", changed(7, { next: 40 }), [["noSilence", 7]]],
    [
      "a key without a step",
      changed(2, {
        keys: [
          { key: "1", next: null },
          { key: "9", next: 6 },
        ],
      }),
      [
        ["noSilence", 2],
        ["allReached", 3],
        ["allReached", 4],
        ["allReached", 5],
        ["allReached", 7],
      ],
    ],
    ["a menu that no one leaves without a key", changed(2, { otherwise: null }), [["keysCovered", 2]]],
    [
      "a key twice",
      changed(2, {
        keys: [
          ...[1, 2, 3, 9].map((key) => ({ key: String(key), next: key === 9 ? 6 : key + 2 })),
          { key: "9", next: 6 },
        ],
      }),
      [["keysCovered", 2]],
    ],
    ["a menu without a way to opt out", changed(6, { _tag: "Say" }), [["optOutReachable", 2]]],
    ["steps that come round without a key", changed(2, { otherwise: 1 }), [["loopsEnd", 1]]],
    [
      "a voicemail that says a name",
      {
        ...fluShotCall,
        voicemail: { _tag: "LeaveMessage", prompt: { _tag: "Speech", text: "{{ companyName }} for {{ firstName }}." } },
      } as const,
      [["voicemailImpersonal", null]],
    ],
    ["a step without a text", changed(1, { prompt: { _tag: "Speech", text: " " } }), [["promptsSound", 1]]],
    ["a step without a recording", changed(7, { prompt: { _tag: "Recording", sound: "" } }), [["promptsSound", 7]]],
  ] as const)("find %s", (_what, flow, problems) => {
    expect(found(flow)).toEqual(problems)
  })
})

const events: ReadonlyArray<CallEvent> = [
  { type: "StepFinished" },
  { type: "NoKeyPressed" },
  { type: "TransferNotAnswered" },
  ...phoneKeys.map((key) => ({ type: "KeyPressed", key }) as const),
]
type Snapshot = SnapshotFrom<CallChart>
const answered = (chart: CallChart): Snapshot =>
  getNextSnapshot(chart, initialTransition(chart)[0], { type: "PersonAnswered" })
/** More than any call of so few steps can hear that leads it on. */
const bound = 7 * 5 * 7

describe("a call flow without problems", () => {
  const runs = { numRuns: 1_000 }

  it("comes to an end with every caller, never in silence", () => {
    fc.assert(
      fc.property(anyCallFlow, fc.infiniteStream(fc.nat({ max: events.length - 1 })), (flow, chosen) => {
        fc.pre(callProblems(flow, null).length === 0)
        const chart = callChart(flow)
        let now = answered(chart)
        let steps = 0
        for (const index of chosen) {
          if (now.status === "done") break
          const event = events[index] ?? { type: "StepFinished" }
          if (!now.can(event)) continue
          now = getNextSnapshot(chart, now, event)
          expect((steps += 1)).toBeLessThan(bound)
        }
        expect(callState(now)).not.toBe("silent")
      }),
      runs,
    )
  })

  it("lets a caller opt out from every menu that is asked", () => {
    fc.assert(
      fc.property(anyCallFlow, (flow) => {
        fc.pre(callProblems(flow, null).length === 0)
        const chart = callChart(flow)
        for (const { _tag, stepId } of flow.steps) {
          if (_tag !== "Menu") continue
          const start = chart.resolveState({
            value: { onCall: `step${stepId}` },
            context: { asked: { [stepId]: 1 }, optedOut: null },
          })
          const seen = new Map<string, Snapshot>([[JSON.stringify([start.value, start.context]), start]])
          let canOptOut = false
          for (const now of seen.values()) {
            canOptOut ||= now.context.optedOut !== null
            if (now.status === "done" || canOptOut) continue
            for (const event of events.filter((one) => now.can(one))) {
              const then = getNextSnapshot(chart, now, event)
              const key = JSON.stringify([then.value, then.context])
              if (!seen.has(key)) seen.set(key, then)
            }
          }
          expect(canOptOut).toBe(true)
        }
      }),
      runs,
    )
  })
})
