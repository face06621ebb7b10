import { Effect, Schema } from "effect"
import type { CompanyId, ListId, UserId } from "#schemas/ids.ts"
import { Submission, type CampaignState, type Submitted } from "#schemas/outreach/campaign.ts"
import { Database } from "#server/store/Database.ts"
import type { StoredEvent } from "#server/store/storedEvent.ts"

/**
 * How many people a list has, and whether they are more than the company lets one person send to alone (decision 104).
 * The list is counted, not those of it who would get the message: that number changes by the hour.
 */
export const readConfirmation = Effect.fn("readConfirmation")(function* (companyId: CompanyId, listId: ListId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ people: number; isNeeded: boolean }>`
      select l.people, coalesce(l.people > c.confirm_above, false) as "isNeeded"
      from companies c join patient_lists l on l.company_id = c.company_id
      where c.company_id = ${companyId} and l.list_id = ${listId}`,
  )
  // Where nothing can be counted, one person alone is not enough.
  return row ?? { people: 0, isNeeded: true }
})

const decodeSubmission = Schema.decodeUnknownSync(Submission)

/**
 * What waits for a second person, and whether `viewer` may be that person.
 * @param events of the campaign or multi-campaign, oldest first
 * @param isNeeded whether the company still asks for a second person
 */
export const submittedIn = (
  state: CampaignState,
  events: ReadonlyArray<StoredEvent>,
  viewer: UserId,
  isNeeded: boolean,
): Submitted => {
  const last = events.findLast(({ type }) => type === "CampaignSubmitted" || type === "MultiCampaignSubmitted")
  if (state !== "unconfirmed" || last === undefined) return null
  const { by, people } = decodeSubmission(last.data)
  return { people, mayConfirm: !isNeeded || by !== viewer }
}
