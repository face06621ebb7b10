import type { ShownDays } from "#schemas/reporting/savedView.ts"

/** The one way to the address of a report, or with `people` to those of one of its numbers. */
export const reportHref = (address: Readonly<Record<string, string>>): string =>
  `/report?${new URLSearchParams(address)}`

/** The address of the report that a view or a mailed link shows. */
export const viewHref = (search: Readonly<Record<string, string>>, { startDate, endDate }: ShownDays): string =>
  reportHref({ ...search, ...(startDate === null ? {} : { from: startDate }), to: endDate })
