import { mayCall, type Rights } from "#schemas/access.ts"
import type { Report } from "#schemas/reporting/report.ts"
import { addressOf } from "#schemas/reporting/reportAddress.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { reportHref } from "./reportHref.ts"

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
  ({ campaignHashedId, startDate, endDate, filters, previous }: Report, rights: Rights) =>
  ({ share, reason, campaignHashedId: own = campaignHashedId ?? undefined }: Counted): string | undefined => {
    if (!mayCall(rights, "Report.GetReportedPeople")) return undefined
    return reportHref({
      people: share ?? "all",
      ...(reason === undefined ? {} : { reason }),
      ...addressOf({
        ...(own === undefined ? {} : { campaignHashedId: own }),
        ...(previous === null ? {} : { startDate, endDate }),
        ...filters,
      }),
    })
  }
