import { Effect } from "effect"
import type { PatientCaller } from "#schemas/caller.ts"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import { AppointmentId, type Appointment } from "#schemas/scheduling/appointment.ts"
import { OfferId } from "#schemas/scheduling/waitlist.ts"
import { thingOf } from "#server/decider.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { queueNotice } from "#server/delivery/notices.ts"
import { systemContext } from "#server/handle.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { foundAppointment, foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { cancelByLink, confirmByLink, openVisit } from "#server/scheduling/patientBooking/patientBooking.commands.ts"
import { patientLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { acceptOffer, declineOffer } from "#server/scheduling/waitlist/answer.commands.ts"
import { offerProjection } from "#server/scheduling/waitlist/offer.projection.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { TextAnswer } from "./answer.rule.ts"
import { textLanguage } from "./defaultTexts.rule.ts"
import { replyCommand } from "./replyCommand.rule.ts"

/** A reply that is understood and was not acted on. */
type Reply = {
  readonly companyId: CompanyId
  readonly id: number
  readonly about: string
  readonly answer: TextAnswer
  readonly campaignId: CampaignId
  readonly recipientId: number
  /** When the appointment began that the text was about: until then it might leave. */
  readonly spokenOf: Date | null
}

/** What a reply did; `unused` changes nothing: it was too late or says nothing here, and stays a reply for a person. */
type Outcome = "confirmed" | "cancelled" | "linked" | "accepted" | "declined" | "unused"

/** What the link is sent for: to choose another time, as was asked, or to see that the time is another one by now. */
type LinkFor = "choose" | "moved"

const linkWords: Readonly<Record<"en" | "es", Readonly<Record<LinkFor, string>> & { readonly stop: string }>> = {
  en: {
    choose: "choose another time here:",
    moved: "your appointment has another time now. See it here:",
    stop: "Reply STOP to opt out.",
  },
  es: {
    choose: "elija otra hora aquí:",
    moved: "su cita ahora tiene otra hora. Véala aquí:",
    stop: "Responda STOP para no recibir mensajes.",
  },
}

type Addressee = {
  readonly phone: string
  readonly senderId: SenderId
  readonly name: string
  readonly languages: ReadonlyArray<string>
}

/** Answers with the link to an appointment, by the number that was texted, unless the person has opted out since. */
const sendLink = Effect.fnUntraced(function* (
  reply: Reply,
  { appointmentId, startsAt }: Pick<Appointment, "appointmentId" | "startsAt">,
  why: LinkFor,
) {
  const { sql } = yield* Database
  const { companyId, campaignId, recipientId } = reply
  const [to] = yield* Effect.orDie(sql<Addressee>`
    select r.phone, coalesce(r.sender_id, c.sender_id) as "senderId", co.name, co.languages
    from recipients r join companies co on co.company_id = r.company_id
    join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
    where r.company_id = ${companyId} and r.campaign_id = ${campaignId} and r.recipient_id = ${recipientId}
      and ${lastConsent(sql, textFacts.name, { company: sql`r.company_id`, phone: sql`r.phone` })} not in ('revoked', 'unclear')`)
  if (to === undefined) return "unused" satisfies Outcome
  const link = yield* patientLink(companyId, { purpose: "appointment", appointmentId }, Date.parse(startsAt))
  const { [why]: said, stop } = linkWords[textLanguage(to.languages)]
  const body = `${to.name}: ${said} ${link} ${stop}`
  const { phone, senderId } = to
  yield* Effect.orDie(queueNotice(sql, { companyId, senderId, phone, body, at: yield* isoNow }))
  return "linked" satisfies Outcome
})

/**
 * The person acts as by their link: with the same rules, and refused alike. A text speaks of the time that the
 * appointment had then; where it has another one by now the answer is to that one no more, and the link says so.
 */
const toAppointment = Effect.fnUntraced(function* (reply: Reply, appointmentId: AppointmentId) {
  const { companyId, answer, spokenOf } = reply
  const { version, startsAt } = yield* foundAppointment(companyId, appointmentId)
  const { patientId } = yield* foundRow(companyId, appointmentId)
  const caller: PatientCaller = { subject: { purpose: "appointment", companyId, appointmentId }, patientId }
  // Moved between this look and the command, the reply is looked at again.
  const context = { ...systemContext(companyId, replyCommand(reply)), expectedVersion: version }
  if (answer === "R" || spokenOf?.getTime() !== Date.parse(startsAt)) {
    yield* openVisit(caller)
    return yield* sendLink(reply, { appointmentId, startsAt }, answer === "R" ? "choose" : "moved")
  }
  switch (answer) {
    case "C":
    case "Y":
      yield* confirmByLink(caller, context)
      return "confirmed" satisfies Outcome
    case "N":
      yield* cancelByLink(caller, context)
      return "cancelled" satisfies Outcome
  }
})

const toOffer = Effect.fnUntraced(function* (reply: Reply, offerId: OfferId) {
  const context = systemContext(reply.companyId, replyCommand(reply))
  if (reply.answer === "Y") {
    yield* acceptOffer(context, offerId, "text")
    return "accepted" satisfies Outcome
  }
  if (reply.answer !== "N") return "unused" satisfies Outcome
  yield* declineOffer(context, offerId, "text")
  return "declined" satisfies Outcome
})

const act = (reply: Reply) => {
  const appointment = thingOf(appointmentProjection, reply.about)
  if (appointment !== undefined) return toAppointment(reply, AppointmentId.make(appointment))
  const offer = thingOf(offerProjection, reply.about)
  return offer === undefined ? Effect.succeed<Outcome>("unused") : toOffer(reply, OfferId.make(offer))
}

const unlessRefused = ({ problem }: Problem) => problem !== "StaleVersion" && problem !== "Unavailable"

/** Acts on a reply, once: what it does and that it was done are one transaction; two processes do it once. */
const answerReply = Effect.fnUntraced(function* ({ companyId, id }: Pick<Reply, "companyId" | "id">) {
  const database = yield* Database
  const { sql } = database
  const answerOnce = Effect.gen(function* () {
    const [reply] = yield* sql<Reply>`
      select company_id as "companyId", reply_id::int as id, about, answer, campaign_id as "campaignId",
        recipient_id as "recipientId",
        (select r.not_after from recipients r where r.company_id = text_replies.company_id
          and r.campaign_id = text_replies.campaign_id and r.recipient_id = text_replies.recipient_id) as "spokenOf"
      from text_replies
      where company_id = ${companyId} and reply_id = ${id} and answer is not null and outcome is null
      for update skip locked`
    if (reply === undefined) return
    // A savepoint: what is refused halfway is undone.
    const outcome = yield* sql.withTransaction(act(reply)).pipe(
      Effect.catchIf(
        (failure) => "problem" in failure && unlessRefused(failure),
        () => Effect.succeed<Outcome>("unused"),
      ),
    )
    yield* sql`update text_replies set outcome = ${outcome} where company_id = ${companyId} and reply_id = ${id}`
  })
  yield* inCompany(database, companyId, answerOnce)
})

/** Acts on the replies of all companies that are due, in the order in which they came. */
export const answerReplies = Effect.gen(function* () {
  const { sql, readEveryCompany } = yield* Database
  const due = yield* readEveryCompany(sql<Pick<Reply, "companyId" | "id">>`
    select company_id as "companyId", reply_id::int as id from text_replies
    where answer is not null and outcome is null order by reply_id limit 200`)
  for (const reply of due)
    yield* answerReply(reply).pipe(
      // One that fails is looked at again; it does not stop the others.
      Effect.catch((failure) => Effect.logError("A reply could not be acted on", failure)),
    )
}).pipe(Effect.withSpan("answerReplies"))
