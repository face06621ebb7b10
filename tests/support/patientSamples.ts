import type {
  LinkDetails,
  OfferedTime,
  OfferedTimes,
  PatientOffer,
  PatientVisit,
} from "#schemas/scheduling/patientBooking.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { dayAfter } from "#schemas/scheduling/slot.ts"

const place = {
  hashedId: "place-1",
  name: "Midtown Clinic",
  address: "240 East 38th Street, New York",
  phone: "(212) 555-0140",
  timezone: "America/New_York",
}

/** What a link shows before anything is booked. */
export const patientLink = (over: Partial<LinkDetails> = {}): LinkDetails => ({
  purpose: "book",
  company: { name: "Northwind Clinics" },
  language: "en",
  canBook: true,
  visit: null,
  offer: null,
  places: [
    { ...place, firstStartsAt: "2026-11-20T14:00:00.000Z", isWaiting: false },
    { ...place, hashedId: "place-2", name: "Uptown Clinic", phone: "", firstStartsAt: null, isWaiting: true },
  ],
  ...over,
})

/** The visit of a link, on a Friday at 9:30 in New York. */
export const patientVisit = (over: Partial<PatientVisit> = {}): PatientVisit => ({
  status: "booked",
  place,
  slotId: SlotId.make(4),
  apptSection: 1,
  ...{ date: "2026-11-20", start: "09:30", end: "10:00", zone: "America/New_York" },
  ...{ startsAt: "2026-11-20T14:30:00.000Z", endsAt: "2026-11-20T15:00:00.000Z" },
  heldUntil: null,
  now: "2026-11-19T17:00:00.000Z",
  isExtended: false,
  isOver: false,
  calendar: null,
  ...over,
})

/** What a link of the waitlist offers, with fourteen minutes to answer. */
export const patientOffer = (over: Partial<PatientOffer> = {}): PatientOffer => ({
  state: "offered",
  place,
  ...{ startsAt: "2026-11-20T14:30:00.000Z", endsAt: "2026-11-20T15:00:00.000Z", zone: "America/New_York" },
  answerBy: "2026-11-19T17:14:00.000Z",
  now: "2026-11-19T17:00:00.000Z",
  ...over,
})

const time = (slotId: number, hour: number, minutes: string, seatsLeft: number | null): OfferedTime => ({
  slotId: SlotId.make(slotId),
  date: "2026-11-20",
  start: `${String(hour).padStart(2, "0")}:${minutes}`,
  startsAt: `2026-11-20T${hour + 5}:${minutes}:00.000Z`,
  endsAt: `2026-11-20T${hour + 5}:${minutes === "00" ? "30" : "59"}:00.000Z`,
  seatsLeft,
})

/** Free times in the morning and the afternoon of one day of seven. */
export const offeredTimes: OfferedTimes = {
  place,
  days: Array.from({ length: 7 }, (_, day) => ({
    date: dayAfter("2026-11-19", day),
    times: day === 1 ? [time(1, 8, "00", 1), time(3, 9, "00", 2), time(4, 9, "30", null), time(7, 13, "30", 1)] : [],
  })),
  earlierFrom: null,
  laterFrom: "2026-11-26",
}
