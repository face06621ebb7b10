import type { ReactNode } from "react"
import { Link } from "wouter"

/** A number with its unit, what it counts, and where it leads. */
export const StatCard = (props: {
  readonly title: string
  readonly figure?: ReactNode
  readonly unit?: ReactNode
  readonly children?: ReactNode
  /** A link of the card; drawn only where the person may go. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
}) => (
  <section className="figure">
    <h2 className="figure-title">{props.title}</h2>
    {props.figure !== undefined && (
      <p className="figure-value">
        {props.figure} {props.unit !== undefined && <span className="figure-unit">{props.unit}</span>}
      </p>
    )}
    {props.children !== undefined && <div className="figure-text">{props.children}</div>}
    {props.link !== undefined && (
      <Link href={props.link.href} className="figure-link">
        {props.link.label}
      </Link>
    )}
  </section>
)
