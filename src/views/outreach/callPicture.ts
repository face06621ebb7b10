import { callLayout, type FlowLine } from "#machines/lifecycles/calls/callLayout.ts"
import type { CallFlow, CallStep, StepId } from "#schemas/outreach/callFlow.ts"

/** Measures of the picture, in pixels. */
const box = { width: 168, height: 56 }
const gap = { column: 16, row: 56 }
const head = 44
const rail = 14
/** How far below a step its label stands, and where a line turns. */
const [labelBelow, turnBelow, turnAbove] = [13, 28, 12]

type Place = { readonly x: number; readonly y: number }

/** A step where it is drawn. */
export type PicturedStep = Place & { readonly step: CallStep }
/** Ways of one step to the same place, as one line; `to` is null where nothing follows. */
export type PicturedLine = {
  readonly from: StepId
  readonly to: StepId | null
  readonly labels: ReadonlyArray<Exclude<FlowLine["label"], null>>
  readonly back: boolean
  /** The line as SVG has it. */
  readonly path: string
  readonly label: Place
}

export type CallPicture = {
  readonly width: number
  readonly height: number
  readonly box: typeof box
  readonly steps: ReadonlyArray<PicturedStep>
  readonly lines: ReadonlyArray<PicturedLine>
}

/** Ways of a step to the same place, each place once. */
const joined = (lines: ReadonlyArray<FlowLine>): ReadonlyArray<Omit<PicturedLine, "path" | "label">> => {
  const places = Map.groupBy(lines, ({ from, to }) => `${from} ${to ?? ""}`)
  return [...places.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    return [{ ...first, labels: same.flatMap(({ label }) => (label === null ? [] : [label])) }]
  })
}

/**
 * Where everything of a call flow's chart stands. A line to the next row goes there directly; every other one goes
 * through a rail at the right, one for each step that it leads to, so that no line runs behind a step.
 */
export const callPicture = (flow: CallFlow): CallPicture => {
  const layout = callLayout(flow)
  const inRow = Map.groupBy(layout.steps, ({ row }) => row)
  const columns = Math.max(1, ...[...inRow.values()].map((steps) => steps.length))
  const inner = columns * (box.width + gap.column) - gap.column
  const steps = layout.steps.map(({ step, row, column }) => {
    const own = (inRow.get(row)?.length ?? 1) * (box.width + gap.column) - gap.column
    return {
      step,
      row,
      x: (inner - own) / 2 + column * (box.width + gap.column),
      y: head + row * (box.height + gap.row),
    }
  })
  const byId = new Map(steps.map((one) => [one.step.stepId, one]))
  const ways = joined(layout.lines)
  const isDirect = ({ from, to }: { readonly from: StepId; readonly to: StepId | null }): boolean =>
    to === null || byId.get(to)?.row === (byId.get(from)?.row ?? 0) + 1
  const rails = [...new Set(ways.filter((way) => !isDirect(way)).map(({ to }) => to))]
  const lines = ways.map((way): PicturedLine => {
    const from = byId.get(way.from)
    const own = ways.filter(({ from: other }) => other === way.from)
    const x = (from?.x ?? 0) + (box.width * (own.indexOf(way) + 0.5)) / own.length
    const y = (from?.y ?? 0) + box.height
    const label = { x, y: y + labelBelow }
    const to = way.to === null ? undefined : byId.get(way.to)
    if (to === undefined) return { ...way, label, path: `M${x} ${y}V${y + turnBelow}` }
    const [endX, endY] = [to.x + box.width / 2, to.y]
    if (isDirect(way)) return { ...way, label, path: `M${x} ${y}V${endY - turnAbove}H${endX}V${endY}` }
    const place = rails.indexOf(way.to)
    const [turnY, railX] = [y + turnBelow + (place % 3) * 5, inner + rail * (place + 1)]
    return { ...way, label, path: `M${x} ${y}V${turnY}H${railX}V${endY - turnAbove}H${endX}V${endY}` }
  })
  const rows = Math.max(0, ...steps.map(({ row }) => row)) + 1
  return {
    width: inner + rail * (rails.length + 1),
    height: head + rows * (box.height + gap.row) - gap.row + turnBelow + rail,
    box,
    steps,
    lines,
  }
}
