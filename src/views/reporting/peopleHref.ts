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

/**
 * The way from each number of a report to exactly the people it counts. A campaign as a whole has no days in its
 * address: its numbers count whatever the days.
 * @returns undefined for who may not see people
 */
export const peopleHref =
  ({ campaignHashedId, startDate, endDate, previous }: Report, rights: Rights) =>
  ({ share, reason, campaignHashedId: own = campaignHashedId ?? undefined }: Counted): string | undefined => {
    if (!mayCall(rights, "Report.GetReportedPeople")) return undefined
    const search = new URLSearchParams({
      people: share ?? "all",
      ...(reason === undefined ? {} : { reason }),
      ...(own === undefined ? {} : { campaign: own }),
      ...(previous === null ? {} : { from: startDate, to: endDate }),
    })
    return `/report?${search}`
  }
