import type { ReactNode } from "react"
import { useNumbers } from "#views/parts/Words.tsx"

/** A short list of reasons with how many people each concerns. */
export const Counted = (props: {
  readonly what: string
  readonly count: string
  readonly rows: ReadonlyArray<{ readonly id: string; readonly what: ReactNode; readonly count: number }>
}) => {
  const numbers = useNumbers()
  return (
    <table className="counted">
      <thead>
        <tr>
          <th scope="col">{props.what}</th>
          <th scope="col" className="cell-end">
            {props.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ id, what, count }) => (
          <tr key={id}>
            <td>{what}</td>
            <td className="cell-end">{numbers(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
