import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecipientShare, RecipientState } from "#schemas/outreach/recipient.ts"
import { listedShares } from "#schemas/outreach/progress.ts"
import type { RecipientFilter } from "#schemas/outreach/recipientFilter.ts"
import { startsWith } from "#server/people/patients/patientRanges.queries.ts"
import { patientSearch } from "#server/people/patients/patientSearch.rule.ts"
import { hasBooked } from "#server/scheduling/appointments/booked.queries.ts"
import { recipientStatus } from "./recipientStatus.queries.ts"

/** What the people of one campaign are narrowed to. */
export type Chosen = RecipientFilter & { readonly state?: RecipientState | undefined }

/** The stored states of a share, by which an index finds them; where someone stands says the rest. */
const storedStates = (share: RecipientShare): ReadonlyArray<string> => [
  ...new Set(listedShares[share].map((status) => (status.startsWith("stopped") ? "optedOut" : status))),
  ...(share === "sent" ? ["failed"] : []),
]

/** The condition, of the table `recipients` named `r`, for those who are narrowed to; a campaign is asked for besides. */
export const isChosen = (sql: PgClient, { state, share, reason, heldUntil, zone, booked }: Chosen) => {
  const { status } = recipientStatus(sql)
  const ofShare = (wanted: RecipientShare) =>
    wanted === "sent"
      ? sql`and (${status} in ${sql.in(listedShares.sent)} or (r.state = 'failed' and r.sent_at is not null))`
      : sql`and ${status} in ${sql.in(listedShares[wanted])}`
  // Who opted out before the send was left out for that, like those who had before the launch.
  const because =
    reason === "optedOut"
      ? sql`and ((r.state = 'excluded' and r.reason = 'optedOut') or ${status} = 'stoppedBefore')`
      : sql`and r.state in ('excluded', 'failed') and r.reason = ${reason ?? ""}`
  return sql`true
    ${state === undefined ? sql`` : sql`and r.state = ${state}`}
    ${share === undefined ? sql`` : sql`and r.state in ${sql.in(storedStates(share))} ${ofShare(share)}`}
    ${reason === undefined ? sql`` : because}
    ${heldUntil === undefined ? sql`` : sql`and r.state = 'held' and r.held_until = ${heldUntil}::timestamptz`}
    ${booked === undefined ? sql`` : sql`and ${hasBooked(sql)} = ${booked === "yes"}`}
    ${zone === undefined ? sql`` : sql`and r.state = 'held' and r.zone = ${zone}`}`
}

/** The condition for recipients whose patient is looked for, found over the keys of patients. */
export const isSearched = (sql: PgClient, companyId: CompanyId, search: string, country: string) => {
  const found = patientSearch(search, country).map(
    (fits) =>
      sql`select p.patient_id from patients p where ${sql.and([sql`p.company_id = ${companyId}`, ...startsWith(sql, fits)])}`,
  )
  return sql`r.patient_id in (${found.reduce((one, other) => sql`${one} union ${other}`)})`
}
