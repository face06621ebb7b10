import { useMemo } from "react"
import type { CallFlow, CallStep, StepId } from "#schemas/outreach/callFlow.ts"
import { Section } from "#views/parts/Page.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { callPicture, type CallPicture, type PicturedLine } from "./callPicture.ts"

type Props = {
  readonly flow: CallFlow
  /** The step that is open in the outline, or where the call that is tried is. */
  readonly current?: StepId | null
  /** Steps that a check complains of. */
  readonly faulty?: ReadonlySet<StepId>
}

const classOf = ({ stepId, _tag }: CallStep, { current, faulty }: Props): string =>
  [
    "call-box",
    _tag === "HangUp" ? "call-box-end" : "",
    stepId === current ? "call-box-current" : "",
    faulty?.has(stepId) === true ? "call-box-faulty" : "",
  ]
    .filter(Boolean)
    .join(" ")

const Label = ({ line }: { readonly line: PicturedLine }) => {
  const words = useWords()
  const { labels, to, label } = line
  const text = labels.map((one) => (one === "otherwise" ? words("callFlow.chart.otherwise") : one)).join(" ")
  return (
    <>
      {text !== "" && (
        <span className="call-line-label" style={{ left: label.x, top: label.y }}>
          {text}
        </span>
      )}
      {to === null && (
        <span className="call-line-silent" style={{ left: label.x, top: label.y + 24 }}>
          {words("callFlow.chart.silent")}
        </span>
      )}
    </>
  )
}

const Lines = ({ picture }: { readonly picture: CallPicture }) => {
  const [first] = picture.steps
  const { width, height, box, lines } = picture
  return (
    <svg width={width} height={height} aria-hidden="true">
      <defs>
        <marker id="call-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      {first !== undefined && (
        <path className="call-line" d={`M${first.x + box.width / 2} 24V${first.y}`} markerEnd="url(#call-arrow)" />
      )}
      {lines.map(({ from, to, back, path }) => (
        <path
          key={`${from} ${to ?? ""}`}
          className={to === null ? "call-line call-line-faulty" : back ? "call-line call-line-back" : "call-line"}
          d={path}
          markerEnd="url(#call-arrow)"
        />
      ))}
    </svg>
  )
}

/** A call flow as a chart: steps below each other, with the keys that lead on. The outline says the same in words. */
export const CallFlowChart = (props: Props) => {
  const words = useWords()
  const { flow } = props
  const picture = useMemo(() => callPicture(flow), [flow])
  const { width, height, box, steps, lines } = picture
  const [first] = steps
  const label = words("callFlow.chart.label", { count: flow.steps.length })
  return (
    <Section title={words("callFlow.chart")} caption={words("callFlow.chart.caption")}>
      <TableScroll label={words("callFlow.chart")} isMatrix>
        <div className="call-chart" role="img" aria-label={label} style={{ width, height }}>
          <Lines picture={picture} />
          {first !== undefined && (
            <span className="call-start" style={{ left: first.x + box.width / 2 }}>
              {words("callFlow.chart.answered")}
            </span>
          )}
          {steps.map(({ step, x, y }) => (
            <div
              key={step.stepId}
              className={classOf(step, props)}
              style={{ left: x, top: y, width: box.width, height: box.height }}
            >
              <span className="call-kind">
                <span className="call-number">{step.stepId}</span> {words(`callFlow.step.${step._tag}`)}
              </span>
              <span className="call-name">{step.name}</span>
            </div>
          ))}
          {lines.map((line) => (
            <Label key={`${line.from} ${line.to ?? ""}`} line={line} />
          ))}
        </div>
      </TableScroll>
    </Section>
  )
}
