import "./chart.css"
import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { WordId } from "#schemas/words.ts"
import { ticksOf } from "./ticks.ts"
import { useNumbers, useWords, Word } from "./Words.tsx"
import { TableScroll } from "./TableScroll.tsx"

/** What became of texts, by the colour that it has in every chart. */
export type BarTone = "delivered" | "replied" | "sending" | "failed" | "expected"

/** What bars are made of, from below. */
export type BarParts<Tone extends BarTone> = ReadonlyArray<{ readonly tone: Tone; readonly word: WordId }>

/** One bar of a chart. */
export type StackedBar<Tone extends BarTone> = {
  readonly id: string | number
  /** The day or time that it is of. */
  readonly name: ReactNode
  /** What stands under it on the axis; "" for nothing. */
  readonly axis: string
  readonly height: number
  readonly counts: Readonly<Record<Tone, number>>
  /** Where it leads; without it nowhere. */
  readonly href?: string | undefined
}

type Props<Tone extends BarTone> = {
  /** What the chart shows: the name of its table. */
  readonly label: string
  /** What the names and the heights of the bars are. */
  readonly heads: { readonly name: WordId; readonly height: WordId }
  readonly parts: BarParts<Tone>
  readonly bars: ReadonlyArray<StackedBar<Tone>>
  /** Bars of a length of time have their words where they begin, and stand lower. */
  readonly spans?: boolean
  /** What stands over the bars. */
  readonly children?: ReactNode
}

/** What the colours of the bars mean, for the heading above them. */
export const BarLegend = <Tone extends BarTone>({ parts }: Pick<Props<Tone>, "parts">) => {
  const words = useWords()
  return (
    <ul className="shares-legend" aria-label={words("part.chart.legend")}>
      {parts.map(({ tone, word }) => (
        <li key={tone}>
          <span className={`shares-key chart-${tone}`} aria-hidden="true" />
          {words(word)}
        </li>
      ))}
    </ul>
  )
}

type BarProps<Tone extends BarTone> = Pick<Props<Tone>, "parts"> & {
  readonly bar: StackedBar<Tone>
  readonly most: number
  /** On the right half of the chart its numbers stand at its left. */
  readonly isRight: boolean
}

/** One bar, with its numbers under the pointer. The table below says the same to everyone else. */
const Bar = <Tone extends BarTone>({ parts, bar, most, isRight }: BarProps<Tone>) => {
  const words = useWords()
  const numbers = useNumbers()
  const { counts, href, height } = bar
  const content = (
    <>
      <span className="chart-stack" style={{ blockSize: `${(height / most) * 100}%` }}>
        {parts.map(({ tone }) =>
          counts[tone] > 0 ? (
            <span key={tone} className={`chart-part chart-${tone}`} style={{ flexGrow: counts[tone] }} />
          ) : null,
        )}
      </span>
      <span className={isRight ? "chart-numbers chart-numbers-left" : "chart-numbers"}>
        {bar.name}
        {parts.toReversed().map(({ tone, word }) => (
          <span key={tone} className="chart-number">
            <span className={`shares-key chart-${tone}`} />
            {words(word)}
            <strong>{numbers(counts[tone])}</strong>
          </span>
        ))}
      </span>
    </>
  )
  return href === undefined || height === 0 ? (
    <span className="chart-bar">{content}</span>
  ) : (
    <Link href={href} className="chart-bar" tabIndex={-1}>
      {content}
    </Link>
  )
}

/** The chart's data as a table: for screen readers, for the keyboard, for copying, and for exact values. */
const BarTable = <Tone extends BarTone>({ label, heads, parts, bars }: Props<Tone>) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <details className="chart-data">
      <summary>
        <Word id="part.chart.data" />
      </summary>
      <TableScroll label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words(heads.name)}</th>
              <th scope="col" className="cell-end">
                {words(heads.height)}
              </th>
              {parts.map(({ tone, word }) => (
                <th key={tone} scope="col" className="cell-end">
                  {words(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, height, counts, href }) => (
              <tr key={id}>
                <th scope="row">{href === undefined ? name : <Link href={href}>{name}</Link>}</th>
                <td className="cell-end">{numbers(height, 1)}</td>
                {parts.map(({ tone }) => (
                  <td key={tone} className="cell-end">
                    {numbers(counts[tone])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  )
}

/** Texts over time by what became of them: as stacked bars with an axis, and as a table. */
export const StackedBars = <Tone extends BarTone>(props: Props<Tone>) => {
  const intl = useIntl()
  const { parts, bars, spans = false } = props
  const ticks = ticksOf(Math.max(0, ...bars.map(({ height }) => height)))
  const most = ticks.at(-1) ?? 1
  return (
    <figure className={spans ? "chart chart-of-spans" : "chart"}>
      <div className="chart-picture" aria-hidden="true">
        <div className="chart-plot">
          {ticks.map((tick) => (
            <span key={tick} className="chart-tick" style={{ insetBlockEnd: `${(tick / most) * 100}%` }}>
              {intl.formatNumber(tick, { notation: "compact" })}
            </span>
          ))}
          <div className={bars.length > 62 ? "chart-bars chart-bars-many" : "chart-bars"}>
            {bars.map((bar, index) => (
              <Bar key={bar.id} parts={parts} bar={bar} most={most} isRight={index >= bars.length / 2} />
            ))}
          </div>
          {props.children}
        </div>
        <div className="chart-labels">
          {bars.map(({ id, axis }) => (
            <span key={id}>{axis}</span>
          ))}
        </div>
      </div>
      <BarTable {...props} />
    </figure>
  )
}
