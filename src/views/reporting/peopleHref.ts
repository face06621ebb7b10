import { mayCall, type Rights } from "#schemas/access.ts"
import type { Report } from "#schemas/reporting/report.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"

/** Which people of a report a number counts; everyone without a share. */
type Counted = {
  readonly share?: ReportedShare | undefined
  readonly reason?: string
  /** The campaign of a row; without it that of the report. */
  readonly campaignHashedId?: string
}

/** What a report's address narrows it to; with `people` it is their list. */
type Narrowed = {
  readonly people?: ReportedShare | "all"
  readonly reason?: string
  readonly campaign?: string
  readonly from?: string
  readonly to?: string
}

/** The one way to the address of a report, or of the people of one of its numbers. */
export const reportHref = (narrowed: Narrowed): string => `/report?${new URLSearchParams(narrowed)}`

/**
 * The way from each number of a report to exactly the people it counts. A campaign as a whole has no days in its
 * address: its numbers count whatever the days.
 * @returns undefined for who may not see people
 */
export const peopleHref =
  ({ campaignHashedId, startDate, endDate, previous }: Report, rights: Rights) =>
  ({ share, reason, campaignHashedId: own = campaignHashedId ?? undefined }: Counted): string | undefined => {
    if (!mayCall(rights, "Report.GetReportedPeople")) return undefined
    return reportHref({
      people: share ?? "all",
      ...(reason === undefined ? {} : { reason }),
      ...(own === undefined ? {} : { campaign: own }),
      ...(previous === null ? {} : { from: startDate, to: endDate }),
    })
  }
