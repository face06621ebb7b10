import type { ReactNode } from "react"
import { Link } from "wouter"
import { useNumbers } from "#views/parts/Words.tsx"

type Row = {
  readonly id: string
  readonly what: ReactNode
  readonly advice?: ReactNode
  readonly count: number
  /** Where these people are. */
  readonly href?: string
}

/** A short list of reasons with how many people each concerns; `advice` heads what to do about each. */
export const Counted = (props: {
  readonly what: string
  readonly advice?: string
  readonly count: string
  readonly rows: ReadonlyArray<Row>
}) => {
  const numbers = useNumbers()
  return (
    <table className="counted">
      <thead>
        <tr>
          <th scope="col">{props.what}</th>
          {props.advice !== undefined && <th scope="col">{props.advice}</th>}
          <th scope="col" className="cell-end">
            {props.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ id, what, advice, count, href }) => (
          <tr key={id}>
            <td>{what}</td>
            {props.advice !== undefined && <td>{advice}</td>}
            <td className="cell-end">
              {href === undefined ? numbers(count) : <Link href={href}>{numbers(count)}</Link>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
