import type { ReactNode } from "react"

/** A table that scrolls by itself where there is no room for it; the keyboard can scroll it too. */
export const TableScroll = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
