import { SmallTick } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { roleList } from "#schemas/access.ts"
import { TableScroll } from "#views/parts/TableScroll.tsx"

/** The seventeen rights, each with a tick where it is held, and what else is known of it. */
export const RightsTable = (props: {
  /** Names the table for screen readers. */
  readonly label: string
  /** The heads of the columns: the rights, and what is known of each. */
  readonly right: string
  readonly known: string
  /** What a tick says, and its absence where what else is known does not say it. */
  readonly held: string
  readonly lacking?: string
  readonly holds: (id: number) => boolean
  readonly children: (id: number) => ReactNode
}) => (
  <TableScroll isMatrix label={props.label}>
    <table className="rights">
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {props.right}
          </th>
          <th scope="col">{props.known}</th>
        </tr>
      </thead>
      <tbody>
        {roleList.map(({ id, name, purpose }) => (
          <tr key={id} {...(props.holds(id) ? {} : { className: "right-lacking" })}>
            <td className="right-mark">
              {props.holds(id) ? (
                <SmallTick title={props.held} htmlTitle="" />
              ) : (
                <span className="visually-hidden">{props.lacking}</span>
              )}
            </td>
            <th scope="row">
              {name} <span className="muted small">{purpose}</span>
            </th>
            <td>{props.children(id)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)
