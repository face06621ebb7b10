import type { ReactNode } from "react"
import { useNumbers } from "#views/parts/Words.tsx"

type Row = {
  readonly id: string
  readonly what: ReactNode
  readonly todo?: ReactNode
  readonly count: number
}

/** A short list of reasons with how many people each concerns; `todo` heads what to do about each. */
export const Counted = (props: {
  readonly what: string
  readonly todo?: string
  readonly count: string
  readonly rows: ReadonlyArray<Row>
}) => {
  const numbers = useNumbers()
  return (
    <table className="counted">
      <thead>
        <tr>
          <th scope="col">{props.what}</th>
          {props.todo !== undefined && <th scope="col">{props.todo}</th>}
          <th scope="col" className="cell-end">
            {props.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ id, what, todo, count }) => (
          <tr key={id}>
            <td>{what}</td>
            {props.todo !== undefined && <td>{todo}</td>}
            <td className="cell-end">{numbers(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
