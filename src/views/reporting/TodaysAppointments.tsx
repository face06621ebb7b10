import { memo } from "react"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { isLinked } from "#schemas/routes.ts"
import { countedStatuses, type AppointmentsToday, type CountedStatus } from "#schemas/reporting/report.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { Section } from "#views/parts/Page.tsx"
import { Shares, type ShareTone } from "#views/parts/Progress.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

const tones: Readonly<Record<CountedStatus, ShareTone>> = {
  fulfilled: "answered",
  arrived: "success",
  confirmed: "active",
  booked: "open",
  noshow: "danger",
}

/** Who comes today, by status, each number with the way to the list of them, and the seats left with that to where they are booked or set up. */
export const TodaysAppointments = memo(
  ({ today: { day, counts, seatsLeft }, rights }: { readonly today: AppointmentsToday; readonly rights: Rights }) => {
    const words = useWords()
    const numbers = useNumbers()
    const wayTo = (["/bookAppointment", "/scheduler"] as const).find((path) => isLinked(path, rights))
    const seats = words("dashboard.appointments.seats", { seats: seatsLeft })
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
        {...(count === 0 ? {} : { caption: numbers(count) })}
        aside={<Link href={`/appointment?day=${day}`}>{words("dashboard.appointments.day")}</Link>}
      >
        {count === 0 ? (
          <p className="section-none">{words("dashboard.appointments.none")}</p>
        ) : (
          <Shares label={words("dashboard.appointments")} parts={parts} />
        )}
        <p className="small">{wayTo === undefined ? seats : <Link href={wayTo}>{seats}</Link>}</p>
      </Section>
    )
  },
  sameContent,
)
