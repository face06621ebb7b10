import type { ReactNode } from "react"

type Props = {
  readonly label: string
  /** A matrix keeps its form on a narrow screen, and is scrolled; rows of a list become two lines there. */
  readonly isMatrix?: boolean
  readonly children: ReactNode
}

/** A table that scrolls by itself where there is no room for it; the keyboard can scroll it too. */
export const TableScroll = ({ label, isMatrix = false, children }: Props) => (
  <div className={isMatrix ? "matrix-scroll" : "table-scroll"} role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
