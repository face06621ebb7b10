import type { TextKind } from "#schemas/scheduling/appointmentText.ts"
import type { Purpose } from "#schemas/outreach/template.ts"

/** How the first template of a kind is called, what it says, and how the campaign of the kind is called. */
type DefaultText = {
  readonly name: string
  readonly campaign: string
  readonly purpose: Purpose
  readonly text: string
}
type Language = "en" | "es"

const english: Readonly<Record<TextKind, string>> = {
  booked:
    "{{ companyName }}: your appointment is booked for {{ appointmentDate }} at {{ appointmentTime }}, {{ locationName }}, {{ locationAddress }}. Reply N if you cannot come. Reply STOP to opt out.",
  moved:
    "{{ companyName }}: your appointment is now {{ appointmentDate }} at {{ appointmentTime }}, {{ locationName }}, {{ locationAddress }}. Reply N if you cannot come. Reply STOP to opt out.",
  cancelled:
    "{{ companyName }}: your appointment on {{ appointmentDate }} at {{ appointmentTime }}, {{ locationName }}, is cancelled. Reply STOP to opt out.",
  reminder:
    "{{ companyName }}: see you {{ appointmentDate }} at {{ appointmentTime }}, {{ locationName }}, {{ locationAddress }}. Reply C to confirm, N if you cannot come. Reply STOP to opt out.",
  offer:
    "{{ companyName }}: a time is free on {{ appointmentDate }} at {{ appointmentTime }}, {{ locationName }}. Reply Y to take it, or open {{ appointmentLink }} Reply STOP to opt out.",
  offerGone:
    "{{ companyName }}: the time on {{ appointmentDate }} at {{ appointmentTime }} is taken. You stay on the waitlist. Reply STOP to opt out.",
}

const spanish: Readonly<Record<TextKind, string>> = {
  booked:
    "{{ companyName }}: su cita es el {{ appointmentDate }}, {{ appointmentTime }}, en {{ locationName }}, {{ locationAddress }}. Responda N si no puede venir. Responda STOP para no recibir mensajes.",
  moved:
    "{{ companyName }}: su cita ahora es el {{ appointmentDate }}, {{ appointmentTime }}, en {{ locationName }}, {{ locationAddress }}. Responda N si no puede venir. Responda STOP para no recibir mensajes.",
  cancelled:
    "{{ companyName }}: su cita del {{ appointmentDate }}, {{ appointmentTime }}, en {{ locationName }}, queda cancelada. Responda STOP para no recibir mensajes.",
  reminder:
    "{{ companyName }}: le esperamos el {{ appointmentDate }}, {{ appointmentTime }}, en {{ locationName }}, {{ locationAddress }}. Responda C para confirmar, N si no puede venir. Responda STOP para no recibir mensajes.",
  offer:
    "{{ companyName }}: hay una cita libre el {{ appointmentDate }}, {{ appointmentTime }}, en {{ locationName }}. Responda Y para tomarla, o abra {{ appointmentLink }} Responda STOP para no recibir mensajes.",
  offerGone:
    "{{ companyName }}: la cita del {{ appointmentDate }}, {{ appointmentTime }}, ya fue tomada. Sigue en la lista de espera. Responda STOP para no recibir mensajes.",
}

const texts: Readonly<Record<Language, Readonly<Record<TextKind, string>>>> = { en: english, es: spanish }

const names: Readonly<Record<TextKind, string>> = {
  booked: "Appointment booked",
  moved: "Appointment moved",
  cancelled: "Appointment cancelled",
  reminder: "Appointment reminder",
  offer: "Waitlist offer",
  offerGone: "Waitlist offer taken",
}

const campaigns: Readonly<Record<TextKind, string>> = {
  booked: "Booked appointments",
  moved: "Moved appointments",
  cancelled: "Cancelled appointments",
  reminder: "Appointment reminders",
  offer: "Waitlist offers",
  offerGone: "Waitlist offers taken",
}

/** The first of a company’s languages that there are texts in; English else. */
export const textLanguage = (own: ReadonlyArray<string>): Language =>
  own.find((one): one is Language => one in texts) ?? "en"

/**
 * What a kind of text begins with, in the first of a company’s languages that there is a text in; English else.
 * @param languages BCP 47 tags, the company’s own first
 */
export const defaultText = (kind: TextKind, languages: ReadonlyArray<string>): DefaultText => {
  return {
    name: names[kind],
    campaign: campaigns[kind],
    purpose: kind === "reminder" ? "Reminder" : "Appointment",
    text: texts[textLanguage(languages)][kind],
  }
}
