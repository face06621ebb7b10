import type { LinkDetails, OfferedTime, OfferedTimes } from "#schemas/scheduling/patientBooking.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"

const place = {
  hashedId: "place-1",
  name: "Midtown Clinic",
  address: "240 East 38th Street, New York",
  phone: "(212) 555-0140",
  timezone: "America/New_York",
}

/** A link to book by, as a campaign sends it. */
export const sampleLink: LinkDetails = {
  purpose: "book",
  company: { name: "Northwind Clinics" },
  language: "en",
  canBook: true,
  visit: null,
  offer: null,
  places: [{ ...place, firstStartsAt: "2026-11-20T14:00:00.000Z", isWaiting: false }],
}

const time = (slotId: number, hour: number, minutes: "00" | "30", seatsLeft: number | null): OfferedTime => ({
  slotId: SlotId.make(slotId),
  date: "2026-11-20",
  start: `${String(hour).padStart(2, "0")}:${minutes}`,
  startsAt: `2026-11-20T${hour + 5}:${minutes}:00.000Z`,
  endsAt: `2026-11-20T${hour + 5}:${minutes === "00" ? "30" : "59"}:00.000Z`,
  seatsLeft,
})

/** Free times of one day. */
export const sampleTimes: OfferedTimes = {
  place,
  days: ["2026-11-19", "2026-11-20", "2026-11-21"].map((date, day) => ({
    date,
    times: day === 1 ? [time(1, 9, "00", 1), time(2, 9, "30", 2), time(3, 11, "00", null), time(4, 13, "30", 1)] : [],
  })),
  earlierFrom: null,
  laterFrom: "2026-11-26",
}
