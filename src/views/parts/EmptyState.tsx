import type { ReactNode } from "react"

/** Why a place is empty, and the first thing to do about it (docs/architecture.md#pages). */
export const EmptyState = (props: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) => (
  <div className="empty-state">
    <p className="empty-state-title">{props.title}</p>
    {props.children !== undefined && <div className="empty-state-text">{props.children}</div>}
    {props.action !== undefined && <div className="empty-state-action">{props.action}</div>}
  </div>
)
