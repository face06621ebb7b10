import { Link } from "wouter"
import type { ShareTone } from "./Progress.tsx"
import { useNumbers, useWords } from "./Words.tsx"

/** Counts under each other, each with a bar of its share of `whole`; with `share` its percentage too. */
export const Bars = (props: {
  readonly label: string
  readonly whole: number
  readonly share?: boolean
  readonly rows: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly value: number
    readonly tone: ShareTone
    /** What it counts, under the pointer. */
    readonly title?: string
    /** Where the people it counts are. */
    readonly href?: string
    /** A part of the line before it. */
    readonly isWithin?: boolean
  }>
}) => {
  const words = useWords()
  const numbers = useNumbers()
  const percent = (value: number) => (props.whole === 0 ? 0 : (value / props.whole) * 100)
  return (
    <table className="bars">
      <caption className="visually-hidden">{props.label}</caption>
      <tbody>
        {props.rows.map(({ id, name, value, tone, title, href, isWithin = false }) => (
          <tr key={id} title={title}>
            <th scope="row" className={isWithin ? "bars-within" : ""}>
              {name}
            </th>
            <td aria-hidden="true">
              <span className={`bars-bar shares-${tone}`} style={{ inlineSize: `${percent(value)}%` }} />
            </td>
            <td className="cell-end">
              {href === undefined ? numbers(value) : <Link href={href}>{numbers(value)}</Link>}
            </td>
            {props.share === true && (
              <td className="cell-end bars-share">{words("part.share", { share: numbers(percent(value), 1) })}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
