import { Link } from "wouter"
import { countedStatuses, type AppointmentsToday, type CountedStatus } from "#schemas/reporting/report.ts"
import { Section } from "#views/parts/Page.tsx"
import { Shares, type ShareTone } from "#views/parts/Progress.tsx"
import { useWords } from "#views/parts/Words.tsx"

const tones: Readonly<Record<CountedStatus, ShareTone>> = {
  fulfilled: "success",
  arrived: "active",
  confirmed: "neutral",
  booked: "open",
  noshow: "danger",
}

/** Who comes today, by status, each number with the way to the list of them. */
export const TodaysAppointments = ({ today: { day, counts, seatsLeft } }: { readonly today: AppointmentsToday }) => {
  const words = useWords()
  const parts = countedStatuses.map((status) => ({
    name: words(`dashboard.appointments.${status}`),
    value: counts[status] ?? 0,
    tone: tones[status],
    href: `/appointment?view=list&day=${day}&state=${status}`,
  }))
  const count = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <Section
      title={words("dashboard.appointments")}
      caption={words("dashboard.appointments.count", { count, seats: seatsLeft })}
      aside={<Link href={`/appointment?day=${day}`}>{words("dashboard.appointments.day")}</Link>}
    >
      {count === 0 ? (
        <p className="section-none">{words("dashboard.appointments.none")}</p>
      ) : (
        <Shares label={words("dashboard.appointments")} parts={parts} />
      )}
    </Section>
  )
}
