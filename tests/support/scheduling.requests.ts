import { location, type Requests } from "./contractRequests.ts"
import { runDraft, weekly } from "./outreachRunSamples.ts"
import { replicate, sections } from "./scheduleSamples.ts"
import { wish } from "./waitlist.ts"

const week = { startDate: "2026-11-22", endDate: "2026-11-28" }

/** The requests of scheduling. */
export const requests: Requests = {
  "Location.GetLocations": () => ({}),
  "Location.GetLocationPositions": () => ({}),
  "Location.GetZipPosition": () => ({ query: { zip: "94105" } }),
  "Location.GetLocationDetail": ({ locationHashedId }) => ({ query: { hashedId: locationHashedId } }),
  "Location.GetLocationGroups": () => ({}),
  "Location.SaveLocation": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, location } }),
  "Location.ChangeState": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, action: "disable" } }),
  "Location.MakeCalendarFeed": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, naming: "number" } }),
  "Location.WithdrawCalendarFeed": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId } }),
  "Scheduler.GetSchedulers": () => ({}),
  "Scheduler.GetSchedulerDetails": ({ locationHashedId }) => ({ query: { hashedId: locationHashedId, ...week } }),
  "Scheduler.PreviewReplicate": ({ locationHashedId }) => ({ body: { ...replicate, hashedId: locationHashedId } }),
  "Scheduler.Replicate": ({ locationHashedId }) => ({ body: { ...replicate, hashedId: locationHashedId } }),
  "Scheduler.SaveScheduler": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId, sections, days: [] } }),
  "Scheduler.UndoScheduler": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId } }),
  "Scheduler.DeleteScheduler": ({ locationHashedId }) => ({ query: { hashedId: locationHashedId } }),
  "Appointment.GetStages": ({ patientHashedId }) => ({ query: { patientHashedId } }),
  "Appointment.SaveStages": () => ({ body: { stages: [] } }),
  "Scheduler.GetOutreachRuns": () => ({ query: { from: week.startDate, to: week.endDate } }),
  "Scheduler.GetOutreachRunDetail": ({ outreachRunHashedId }) => ({ query: { hashedId: outreachRunHashedId } }),
  "Scheduler.PreviewOutreachRun": () => ({ body: weekly }),
  "Scheduler.SaveOutreachRun": ({ outreachRunHashedId, templateId, listId, senderId }) => ({
    body: { hashedId: outreachRunHashedId, run: runDraft({ templateId, listId, senderId }) },
  }),
  "Scheduler.ChangeOutreachRunState": ({ outreachRunHashedId }) => ({
    body: { hashedId: outreachRunHashedId, action: "pause" },
  }),
  "Scheduler.SkipOccurrence": ({ outreachRunHashedId }) => ({
    body: { hashedId: outreachRunHashedId, date: week.startDate, skip: true },
  }),
  "Appointment.GetBookableLocations": ({ patientHashedId }) => ({ query: { patientHashedId } }),
  "Appointment.GetAvailableAppointments": ({ locationHashedId }) => ({
    query: { hashedId: locationHashedId, ...week },
  }),
  "Appointment.ExplainSlot": ({ slotId, patientHashedId }) => ({ query: { slotId, patientHashedId } }),
  "Appointment.HoldSlot": ({ slotId, patientHashedId }) => ({ body: { slotId, patientHashedId, overbook: false } }),
  "Appointment.ExtendHold": ({ appointmentHashedId }) => ({ body: { hashedId: appointmentHashedId } }),
  "Appointment.ReleaseSlot": ({ appointmentHashedId }) => ({ body: { hashedId: appointmentHashedId } }),
  "Appointment.BookAppointment": ({ appointmentHashedId }) => ({ body: { hashedId: appointmentHashedId, note: "" } }),
  "Appointment.ChangeStatus": ({ appointmentHashedId }) => ({
    body: { hashedId: appointmentHashedId, action: "confirm", reason: null },
  }),
  "Appointment.Reschedule": ({ appointmentHashedId, slotId }) => ({ body: { hashedId: appointmentHashedId, slotId } }),
  "Appointment.Swap": ({ appointmentHashedId }) => ({
    body: { hashedId: appointmentHashedId, other: { hashedId: appointmentHashedId, version: 1 } },
  }),
  "Appointment.GetNotice": ({ appointmentHashedId, slotId }) => ({ query: { hashedId: appointmentHashedId, slotId } }),
  "Appointment.GetBookedAppointments": ({ locationHashedId }) => ({ query: { locationHashedId } }),
  "Appointment.GetLocationDays": ({ locationHashedId }) => ({ query: { locationHashedId, ...week } }),
  "Appointment.GetAppointmentTexts": () => ({}),
  "Appointment.SaveAppointmentTexts": ({ senderId }) => ({
    body: { senderId, kinds: ["reminder"], reminders: [{ amount: 1, unit: "days" }] },
  }),
  "Appointment.GetWaitlist": () => ({}),
  "Appointment.SaveWaitlistEntry": ({ entryId, patientHashedId }) => ({
    body: { entryId, entry: wish(patientHashedId, { from: "2027-06-01", until: "2027-06-02" }) },
  }),
  "Appointment.RemoveWaitlistEntry": ({ entryId }) => ({ body: { entryId } }),
  "Appointment.OfferSlot": ({ slotId }) => ({ body: { slotId } }),
  "Appointment.OfferNext": ({ roundId }) => ({ body: { roundId } }),
  "Appointment.StopOffer": ({ roundId }) => ({ body: { roundId } }),
  "Appointment.AnswerOffer": ({ offerId }) => ({ body: { offerId, answer: "decline" } }),
  "Appointment.GetOfferLog": () => ({}),
  "Appointment.DownloadCalendar": ({ locationHashedId }) => ({ query: { locationHashedId, ...week } }),
  "Booking.GetLink": () => ({}),
  "Booking.Open": () => ({ body: {} }),
  "Booking.GetTimes": ({ locationHashedId }) => ({ query: { hashedId: locationHashedId } }),
  "Booking.Hold": ({ slotId }) => ({ body: { slotId } }),
  "Booking.Extend": () => ({ body: {} }),
  "Booking.Release": () => ({ body: {} }),
  "Booking.Book": () => ({ body: {} }),
  "Booking.Confirm": () => ({ body: {} }),
  "Booking.Move": ({ slotId }) => ({ body: { slotId } }),
  "Booking.Cancel": () => ({ body: {} }),
  "Booking.Accept": () => ({ body: {} }),
  "Booking.Decline": () => ({ body: {} }),
  "Booking.Wait": ({ locationHashedId }) => ({ body: { hashedId: locationHashedId } }),
  "Appointment.GetAppointmentDetail": ({ appointmentHashedId }) => ({ query: { hashedId: appointmentHashedId } }),
}
