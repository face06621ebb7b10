import { Schema } from "effect"
import { HashedId } from "../ids.ts"
import { ChannelName } from "../outreach/channel.ts"
import { answered, sharesOfPeople, type RecipientStatus } from "../outreach/progress.ts"
import { Recipient } from "../outreach/recipient.ts"
import { PageQuery } from "../reply.ts"
import { reportQuestion } from "./reportQuestion.ts"

/** What people have in common who are counted together: where they stand, and whether the carrier took their text. */
type Alike = { readonly statuses?: ReadonlyArray<RecipientStatus>; readonly accepted?: boolean }

/**
 * The one definition of each number of a report that counts people, and of the list behind it. Everyone is left out,
 * cancelled, waiting, held, sending, not accepted or sent; who was sent a text is on its way, not delivered or
 * delivered. Failed are the not accepted and the not delivered together.
 */
export const reportedShares = {
  leftOut: { statuses: sharesOfPeople.leftOut },
  cancelled: { statuses: sharesOfPeople.cancelled },
  waiting: { statuses: sharesOfPeople.waiting },
  held: { statuses: sharesOfPeople.held },
  sending: { statuses: ["sending", "unknown"] },
  notAccepted: { statuses: sharesOfPeople.failed, accepted: false },
  sent: { accepted: true },
  underway: { statuses: ["sent", "stoppedUnderway"] },
  notDelivered: { statuses: sharesOfPeople.failed, accepted: true },
  delivered: { statuses: sharesOfPeople.delivered },
  replied: { statuses: answered },
  optedOut: { statuses: ["optedOut"] },
  failed: { statuses: sharesOfPeople.failed },
} as const satisfies Record<string, Alike>
export type ReportedShare = keyof typeof reportedShares
export const reportedShareNames = Object.keys(reportedShares) as ReadonlyArray<ReportedShare>

/** Whether people who stand somewhere are counted in a share. */
export const isInShare = (
  share: ReportedShare,
  { status, accepted }: { readonly status: RecipientStatus; readonly accepted: boolean },
): boolean => {
  const wanted: Alike = reportedShares[share]
  return (wanted.statuses?.includes(status) ?? true) && (wanted.accepted ?? accepted) === accepted
}

/** The people behind a number of a report: those of its campaign and days, of one share and for one reason. */
export const ReportedPeopleQuery = {
  ...reportQuestion,
  share: Schema.optionalKey(Schema.Literals(reportedShareNames)),
  /** The `id` of one of the report's reasons; only with a share that has reasons. */
  reason: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(80))),
  ...PageQuery,
}
const ReportedPeopleStruct = Schema.Struct(ReportedPeopleQuery)
export type ReportedPeopleParams = typeof ReportedPeopleStruct.Type

/** Someone whom a report counts, with the campaign they are counted in. */
export const ReportedPerson = Schema.Struct({
  /** The public id is null for a deleted campaign, which has no page any more. */
  campaign: Schema.Struct({ hashedId: Schema.NullOr(HashedId), name: Schema.String }),
  ...Recipient.fields,
  /** That of the campaign. */
  channel: ChannelName,
  /** In words, as the file says it. */
  reason: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ReportedPerson" })
export type ReportedPerson = typeof ReportedPerson.Type
