import type { CallFlow, CallStep, StepId } from "#schemas/outreach/callFlow.ts"
import { waysOf, type Way } from "./callWays.ts"

/** A step's place in the picture: rows go down from the first step, columns from the left, both from 0. */
export type PlacedStep = { readonly step: CallStep; readonly row: number; readonly column: number }

/** A line from one step to another; `back` where it leads up again. */
export type FlowLine = Way & { readonly from: StepId; readonly back: boolean }

/**
 * The picture of a call flow: every step below all that lead to it, but for lines that lead back, and beside each other
 * in the order in which the outline has them. Steps that nothing leads to begin ways of their own.
 */
export const callLayout = (
  flow: CallFlow,
): { readonly steps: ReadonlyArray<PlacedStep>; readonly lines: ReadonlyArray<FlowLine> } => {
  const byId = new Map(flow.steps.map((step) => [step.stepId, step]))
  const lines: Array<FlowLine> = []
  // Steps in the order in which a walk leaves them: turned round, each comes before all that it leads to.
  const left: Array<CallStep> = []
  const open = new Set<StepId>()
  const visited = new Set<StepId>()
  const visit = (step: CallStep): void => {
    if (visited.has(step.stepId)) return
    visited.add(step.stepId)
    open.add(step.stepId)
    for (const { to: next, label } of waysOf(step)) {
      const to = next !== null && byId.has(next) ? next : null
      lines.push({ from: step.stepId, to, label, back: to !== null && open.has(to) })
      const below = to === null ? undefined : byId.get(to)
      if (below !== undefined) visit(below)
    }
    open.delete(step.stepId)
    left.push(step)
  }
  for (const step of flow.steps) visit(step)

  const rows = new Map<StepId, number>()
  for (const { stepId } of left.toReversed()) {
    const above = lines.filter((line) => line.to === stepId && !line.back).map(({ from }) => rows.get(from) ?? 0)
    rows.set(stepId, above.length === 0 ? 0 : Math.max(...above) + 1)
  }
  const taken = new Map<number, number>()
  const steps = flow.steps.map((step) => {
    const row = rows.get(step.stepId) ?? 0
    const column = taken.get(row) ?? 0
    taken.set(row, column + 1)
    return { step, row, column }
  })
  return { steps, lines }
}
