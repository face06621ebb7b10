import type { ReactNode } from "react"

/** A column of a list of `Row`s. */
export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end (right-aligned), with their unit in the header. */
  readonly align?: "end"
  /** A column of marks is as narrow as they are: its name is read downwards. */
  readonly isMark?: true
  /** Left out on screens narrower than this breakpoint: the least needed first. */
  readonly hideBelow?: 600 | 900 | 1200
  /** There only on screens narrower than this: what stands in for columns that have no room. */
  readonly showBelow?: 900
  /** Where it stands in the two lines of a row below 600 px: next to the name, at the second line's end, else within that line. */
  readonly narrow?: "aside" | "end"
  /** What a number counts, said after it below 600 px, where no head says it. */
  readonly unit?: string
}

/** The classes of a column's cells. */
export const cellClass = (
  column: Pick<Column<never>, "align" | "isMark" | "hideBelow" | "showBelow" | "narrow">,
): string =>
  [
    column.align === "end" ? "cell-end" : "",
    column.isMark === true ? "cell-mark" : "",
    column.hideBelow === undefined ? "" : `hide-below-${column.hideBelow}`,
    column.showBelow === undefined ? "" : `show-below-${column.showBelow}`,
    column.narrow === undefined ? "" : `narrow-${column.narrow}`,
  ]
    .filter(Boolean)
    .join(" ")
