import { useContext } from "react"
import { useIntl } from "react-intl"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { dayIn, Now, useToldApart, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The name of the patient that an appointment or an entry of the waitlist is about. */
export const patientName = ({
  patient,
}: {
  readonly patient: Pick<Appointment["patient"], "firstName" | "lastName">
}): string => `${patient.firstName} ${patient.lastName}`.trim()

type Begun = Pick<Appointment, "start" | "startsAt" | "zone">

/** When something begins on the wall of its location: "9:00 AM". */
export const useStart = (): ((of: Begun) => string) => {
  const intl = useIntl()
  const toldApart = useToldApart()
  return ({ start, startsAt, zone }) => toldApart(wallTimeIn(intl, start), startsAt, zone)
}

/** When an appointment is on the wall of its location: "9:00 AM – 9:30 AM". */
export const useSpan = (): ((appointment: Begun & Pick<Appointment, "end">) => string) => {
  const intl = useIntl()
  const words = useWords()
  const startOf = useStart()
  return (appointment) =>
    words("appointments.span", { from: startOf(appointment), to: wallTimeIn(intl, appointment.end) })
}

/** A day as headings name it: "Thursday, Nov 19". */
export const useDayName = (): ((day: string, form?: "long" | "short") => string) => {
  const intl = useIntl()
  return (day, form = "long") =>
    intl.formatDate(`${day}T00:00:00Z`, {
      weekday: form,
      month: "short",
      day: "numeric",
      timeZone: "UTC",
    })
}

/** The day it is in a zone, else in the page's; null where no one knows. */
export const useToday = (zone?: string): string | null => dayIn(useIntl(), useContext(Now), zone)

/** The day and time of an appointment: "Thu, Nov 19, 9:00 AM – 9:30 AM". */
export const useWhen = () => {
  const span = useSpan()
  const dayName = useDayName()
  return (appointment: Appointment): string => `${dayName(appointment.date, "short")}, ${span(appointment)}`
}
