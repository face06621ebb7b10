import { useMemo } from "react"
import type { StepFacts } from "#machines/lifecycles/ladder/ladderChecks.ts"
import { ladderPaths, type LadderPath } from "#machines/lifecycles/ladder/ladderPaths.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import type { StepTemplate } from "#schemas/outreach/multiCampaign.ts"
import { stepOf, type LadderParts, type LadderValues } from "#schemas/outreach/multiCampaignForm.ts"
import type { JudgedLadder } from "./useLadderWords.ts"

/** What is known of the template and the number of each step. */
export type FactsOf = (step: LadderStep) => StepFacts

/** The template that a step sends, where it is published and of its kind. */
export const templateOf = (
  { templates }: Pick<LadderParts, "templates">,
  { templateId, channel }: { readonly templateId: number | null; readonly channel: LadderStep["channel"] },
): StepTemplate | undefined => templates.find((one) => one.templateId === templateId && one.channel === channel)

/** What is known of steps by what can be chosen; nothing of one whose template or number is not chosen, or is gone. */
export const factsIn =
  (parts: LadderParts): FactsOf =>
  (step) =>
    parts.senders.some(({ senderId, channel }) => senderId === step.senderId && channel === step.channel)
      ? templateOf(parts, step)
      : undefined

/** The ladder as it is written, with its paths; what does not change it does not walk it again. */
export const useWrittenLadder = (
  steps: LadderValues["steps"],
  stops: LadderValues["stops"],
  mostTouches: number,
): { readonly ladder: JudgedLadder; readonly paths: ReadonlyArray<LadderPath> } => {
  const ladder = useMemo(() => ({ steps: steps.map(stepOf), stops, mostTouches }), [steps, stops, mostTouches])
  const paths = useMemo(() => ladderPaths(ladder), [ladder])
  return { ladder, paths }
}
