import { SenderId } from "#schemas/ids.ts"
import { defaultReminders, TextKind, type AppointmentTexts } from "#schemas/scheduling/appointmentText.ts"

/** A company that has set up no texts. */
export const noTexts: AppointmentTexts = {
  ...{ senderId: null, kinds: [], reminders: defaultReminders, campaigns: [], version: 0 },
  previews: TextKind.literals.map((kind) => ({
    kind,
    text: `Northwind Clinics: ${kind}, Thursday, December 3 at 10:30 AM, Mission Clinic. Reply STOP to opt out.`,
  })),
  senders: [
    { senderId: SenderId.make(5), channel: "SMS", e164: "+12125550142", label: "Northwind", segmentsPerSecond: 10 },
  ],
}

/** A company that tells of bookings and reminds; the campaign of its reminders is paused. */
export const sampleTexts: AppointmentTexts = {
  ...noTexts,
  ...{ senderId: SenderId.make(5), kinds: ["booked", "reminder"], version: 1 },
  campaigns: [
    {
      ...{ kind: "booked", templateHashedId: "t".repeat(20), templateName: "Appointment booked" },
      ...{ campaignHashedId: "c".repeat(20), campaignState: "running" },
    },
    {
      ...{ kind: "reminder", templateHashedId: "u".repeat(20), templateName: "Appointment reminder" },
      ...{ campaignHashedId: "d".repeat(20), campaignState: "paused" },
    },
  ],
}
