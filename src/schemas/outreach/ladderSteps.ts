import { ladderLimits, testLimits } from "./ladder.ts"
import type { ChannelName } from "./channel.ts"
import type { LadderParts, StepValues } from "./multiCampaignForm.ts"

type Steps = ReadonlyArray<StepValues>

/** A number that no step of the ladder has, nor one that is kept. */
const nextStepId = (steps: Steps, kept: ReadonlyArray<number>): number =>
  Math.max(0, ...kept, ...steps.map(({ stepId }) => stepId)) + 1

/**
 * A ladder with one more step at its end: two days after the one before, or at once where it is the first, by the first
 * number of its kind.
 */
export const withNewStep = (
  steps: Steps,
  channel: ChannelName,
  { senders }: Pick<LadderParts, "senders">,
  kept: ReadonlyArray<number> = [],
): Steps =>
  steps.length >= ladderLimits.steps
    ? steps
    : [
        ...steps,
        {
          ...{ stepId: nextStepId(steps, kept), channel, templateId: null },
          senderId: senders.find((one) => one.channel === channel)?.senderId ?? null,
          ...{ start: "afterPrevious", wait: steps.length === 0 ? 0 : 2, unit: "days", onlyIf: "always" },
          ifValue: { name: "", value: "" },
          ...{ retries: channel === "SMS" ? 1 : 0, retryMinutes: 30 },
        },
      ]

/** Whether a step can go up (-1) or down (1): none passes those that people may have come to. */
export const canMove = (steps: Steps, kept: ReadonlyArray<number>, place: number, by: -1 | 1): boolean =>
  [steps[place], steps[place + by]].every((step) => step !== undefined && !kept.includes(step.stepId))

/** A ladder in which a step has changed places with the one above (-1) or below (1). */
export const withStepMoved = (steps: Steps, place: number, by: -1 | 1): Steps => {
  const [step, other] = [steps[place], steps[place + by]]
  return step === undefined || other === undefined ? steps : steps.with(place, other).with(place + by, step)
}

/** A ladder without a step. */
export const withoutStep = (steps: Steps, place: number): Steps => steps.toSpliced(place, 1)

/** A step that tests one text more, which is to be chosen; its first one begins the test. */
export const withMoreTexts = (step: StepValues): StepValues => {
  const { test = { templateIds: [], minimumPeople: 200, judgeBy: "replied", afterHours: 24 } } = step
  return test.templateIds.length >= testLimits.texts - 1
    ? step
    : { ...step, test: { ...test, templateIds: [...test.templateIds, null] } }
}

/** A step without a text of its test; without its last one it tests nothing. */
export const withoutText = ({ test, ...step }: StepValues, place: number): StepValues => {
  const templateIds = test?.templateIds.toSpliced(place, 1) ?? []
  return test === undefined || templateIds.length === 0 ? step : { ...step, test: { ...test, templateIds } }
}

/** A step of the other channel: what it sends, by which number and how often belongs to the channel. */
export const withChannel = (
  { test: _, ...step }: StepValues,
  channel: ChannelName,
  { senders }: Pick<LadderParts, "senders">,
): StepValues => ({
  ...step,
  ...{ channel, templateId: null, retries: channel === "SMS" ? 1 : 0 },
  senderId: senders.find((one) => one.channel === channel)?.senderId ?? null,
})
