import type { ReactNode } from "react"
import { Link } from "wouter"
import type { ShareTone } from "./Progress.tsx"

/** The few figures a page is about, in one row. */
export const Figures = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <section aria-label={label}>
    <dl className="figures">{children}</dl>
  </section>
)

/** A number with its name, what it is of, and the way to what stands behind it. */
export const Figure = (props: {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: "danger" | undefined
  /** Its colour in the bar next to the figures. */
  readonly mark?: ShareTone
  /** Where its people or rows are; only where the person may go. */
  readonly href?: string | undefined
  readonly children?: ReactNode
}) => (
  <div className="figure">
    <dt>
      {props.mark !== undefined && <span className={`shares-key shares-${props.mark}`} aria-hidden="true" />}
      {props.name}
    </dt>
    <dd>
      <span className={props.tone === "danger" ? "figure-value figure-danger" : "figure-value"}>
        {props.href === undefined ? props.value : <Link href={props.href}>{props.value}</Link>}
      </span>
      {props.children !== undefined && <span className="figure-text">{props.children}</span>}
    </dd>
  </div>
)
