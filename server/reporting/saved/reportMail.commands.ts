import { Clock, Effect } from "effect"
import { dayMillis } from "#schemas/constants.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { ReportMailAuditEvent } from "#schemas/reporting/events.ts"
import { savedViewLimits, type LinkedReport, type SavedViewId } from "#schemas/reporting/savedView.ts"
import { handle, systemContext } from "#server/handle.ts"
import { hashOfSecret, newSecret } from "#server/identity/linkSecrets.ts"
import { auditStream } from "#server/identity/SignInAudit.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { reportMail } from "#server/mail/reportMail.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { endMail, findLink, keepDueMails, keepLink, readDueMail, type ReportMailJob } from "./reportMail.queries.ts"
import { savedViewStream } from "./savedView.commands.ts"
import { heldSavedView, readersAmong } from "./savedView.queries.ts"
import { daysOn, dueMail } from "./savedViewTimes.rule.ts"

/**
 * Decides what is due of a view, in one transaction that holds its row: its last time that came, however late, once for
 * all processes; of a campaign that is gone no one gets a mail. Gives the mails that wait to be sent because of it.
 */
export const settleSavedView = Effect.fn("settleSavedView")(function* (companyId: CompanyId, viewId: SavedViewId) {
  const { company } = yield* Database
  const now = yield* isoNow
  return yield* company(companyId)(
    Effect.gen(function* () {
      const held = yield* heldSavedView(companyId, viewId)
      const due = held === undefined ? undefined : dueMail(held.row, held.timezone, now)
      if (held === undefined || due === undefined) return []
      const mailedTo = held.isCampaignGone ? [] : yield* readersAmong(companyId, held.row.recipients)
      const shown = daysOn(held.row, due.date)
      const command = { _tag: "MailView", date: due.date, dueAt: due.at, ...shown, mailedTo } as const
      const linked: LinkedReport = { search: held.row.search, ...shown }
      yield* handle(savedViewStream, viewId, command, systemContext(companyId, `savedView-${viewId}-${due.date}`), {
        beforeAppend: () => keepDueMails({ companyId, viewId, date: due.date }, mailedTo, linked),
      })
      return mailedTo.map((userId): ReportMailJob => ({ companyId, viewId, userId, date: due.date }))
    }),
  )
})

/** Keeps what became of a mail, and says so in the log. */
const recordMail = Effect.fnUntraced(function* (job: ReportMailJob, state: "sent" | "failed") {
  const { company } = yield* Database
  const { companyId, viewId: savedViewId, userId, date } = job
  const now = yield* Clock.currentTimeMillis
  const { expectedVersion: _, ...context } = systemContext(companyId, `reportMail-${savedViewId}-${userId}-${date}`)
  const { _tag: type, ...data } = {
    _tag: state === "sent" ? "ReportMailed" : "ReportNotMailed",
    ...{ savedViewId, userId, date },
  } satisfies ReportMailAuditEvent
  yield* company(companyId)(
    Effect.gen(function* () {
      if (!(yield* endMail(job, state))) return
      yield* (yield* EventStore).appendNext({
        companyId,
        stream: auditStream(companyId, now),
        events: [{ type, data }],
        metadata: { ...context, causationId: null, at: new Date(now).toISOString() },
      })
    }),
  )
})

/**
 * Mails a view to one recipient, unless that was done; who may not receive it any more drops out. Fails where the mail
 * could not be handed over, and is tried again.
 */
export const mailSavedView = Effect.fn("mailSavedView")(function* (job: ReportMailJob) {
  const due = yield* readDueMail(job)
  if (due === undefined) return
  const [reader] = yield* readersAmong(job.companyId, [job.userId])
  if (!due.isWanted || reader === undefined) return yield* Effect.asVoid(endMail(job, "dropped"))
  const secret = newSecret()
  const expires = (yield* Clock.currentTimeMillis) + savedViewLimits.linkDays * dayMillis
  yield* keepLink(job, hashOfSecret(secret), new Date(expires).toISOString())
  yield* (yield* Mailer).send(reportMail(due, secret, yield* PublicUrl))
  yield* recordMail(job, "sent")
})

/** Says that a mail was tried for the last time. */
export const giveUpMail = (job: ReportMailJob) => recordMail(job, "failed")

const gone = (why: string) => problem("NotFound", why)

/**
 * The mailed link with a secret, for a person of its company. Fails with Forbidden for those of another company, and with
 * NotFound, in a sentence, where the link works no longer.
 */
export const foundLink = Effect.fn("foundReportLink")(function* (companyId: CompanyId, secret: string) {
  const link = yield* findLink(hashOfSecret(secret))
  if (link === undefined)
    return yield* Effect.fail(gone("This link does not work any more, or not all of it was opened."))
  if (link.companyId !== companyId)
    return yield* Effect.fail(problem("Forbidden", "This link leads to a report of another company."))
  if (link.isDeleted) return yield* Effect.fail(gone("The saved view of this link was deleted."))
  if (link.isExpired)
    return yield* Effect.fail(gone(`This link has expired: it worked for ${savedViewLimits.linkDays} days.`))
  return link
})
