import { Clock, Effect, Layer } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { OfferEvent } from "#schemas/scheduling/events.ts"
import { OfferId } from "#schemas/scheduling/waitlist.ts"
import { streamId, thingOf } from "#server/decider.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import { patientLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { placeValues } from "#server/scheduling/texts/appointmentValues.queries.ts"
import { queueAppointmentText, stopAppointmentTexts } from "#server/scheduling/texts/queueText.commands.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { offerProjection } from "./offer.projection.ts"
import { foundOffer } from "./round.queries.ts"

/** What happened longer ago is no news, in milliseconds. */
const newsMillis = 3_600_000

/** What an event of an offer tells its person; null where it only ends what waits. */
const newsOf: Readonly<Record<OfferEvent["_tag"], "offer" | "offerGone" | null>> = {
  SlotOffered: "offer",
  OfferLost: "offerGone",
  OfferAccepted: null,
  OfferDeclined: null,
  OfferLapsed: null,
  OfferWithdrawn: null,
}

/** Tells a person of an offer while it waits for an answer, or that someone else took the time; once each. */
const tellPerson = Effect.fnUntraced(function* (companyId: CompanyId, id: OfferId, kind: "offer" | "offerGone") {
  const offer = yield* foundOffer(companyId, id)
  if (offer.status !== (kind === "offer" ? "offered" : "lost")) return
  const { slot } = yield* foundSlot(companyId, offer.slotId)
  const startsAt = slot.startsAt.toISOString()
  const answerBy = Date.parse(offer.answerBy)
  const values = {
    ...(yield* placeValues(companyId, { locationId: slot.locationId, zone: slot.zone, startsAt })),
    appointmentLink: yield* patientLink(companyId, { purpose: "offer", offerId: id }, answerBy),
  }
  yield* queueAppointmentText(companyId, {
    ...{ kind, key: kind, patientId: offer.patientId, about: streamId(offerProjection, id), values },
    notAfter: kind === "offer" ? answerBy : Date.parse(startsAt),
  })
})

/** Texts people what they are offered, and takes the text of an offer back that has ended. Seen twice, an event does nothing more. */
export const followOffers = Effect.fn("followOffers")(function* (events: ReadonlyArray<StoredEvent>) {
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  for (const { companyId, stream, type, at } of events) {
    const number = thingOf(offerProjection, stream)
    const news = newsOf[type as OfferEvent["_tag"]]
    if (number === undefined || news === undefined || now - Date.parse(at) >= newsMillis) continue
    if (news !== "offer") yield* stopAppointmentTexts(companyId, stream)
    // The slot may have been removed since: then there is nothing to tell.
    if (news !== null)
      yield* Effect.ignore(inCompany(database, companyId, tellPerson(companyId, OfferId.make(number), news)))
  }
})

/** The background work of texts about offers, for processes with the worker role. */
export const offerTextWork = Layer.effectDiscard(
  Effect.flatMap(EventStore, (store) => Effect.forkScoped(store.subscribe("offer-texts", followOffers))),
)
