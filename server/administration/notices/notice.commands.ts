import { Effect } from "effect"
import type { NoticeId } from "#schemas/administration/notice.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { noticeMail } from "#server/mail/noticeMail.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { keepMail, readDueMail } from "./notice.queries.ts"

/** Which notice has a mail that waits. */
export type MailJob = { readonly companyId: CompanyId; readonly noticeId: NoticeId }

/** Sends the mail of a notice, unless it was sent. */
export const mailNotice = Effect.fn("mailNotice")(function* ({ companyId, noticeId }: MailJob) {
  const due = yield* readDueMail(companyId, noticeId)
  if (due === undefined) return
  yield* (yield* Mailer).send(noticeMail(due.to, due.type, yield* PublicUrl))
  yield* keepMail(companyId, noticeId, "sent")
})
