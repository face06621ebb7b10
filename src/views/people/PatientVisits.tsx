import { useContext } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { isLinked } from "#schemas/routes.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { QuickLook } from "#views/parts/QuickLook.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Now, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { AppointmentStatusTag } from "#views/scheduling/AppointmentStatusTag.tsx"

const open: ReadonlySet<string> = new Set(["pending", "booked", "confirmed", "arrived"])

/** Those ahead, the next one first, and the others, the latest first. */
const parted = (visits: ReadonlyArray<Appointment>, now: number) => {
  const isAhead = ({ status, endsAt }: Appointment): boolean => open.has(status) && Date.parse(endsAt) > now
  return { ahead: visits.filter(isAhead), past: visits.filter((visit) => !isAhead(visit)).toReversed() }
}

const Visit = ({ visit, leads }: { readonly visit: Appointment; readonly leads: boolean }) => {
  const words = useWords()
  const intl = useIntl()
  const { date, start, hashedId, location, stage, status } = visit
  const day = intl.formatDate(`${date}T00:00:00Z`, {
    ...({ weekday: "short", month: "short", day: "numeric", year: "numeric" } as const),
    timeZone: "UTC",
  })
  const when = words("patients.visits.time", { day, time: wallTimeIn(intl, start) })
  return (
    <li>
      {leads ? (
        <Link href={`/appointment?day=${date}&id=${hashedId}`} className="row-link">
          {when}
        </Link>
      ) : (
        <strong>{when}</strong>
      )}
      <span className="muted">{[location.name, stage?.name].filter(Boolean).join(" · ")}</span>
      <AppointmentStatusTag status={status} />
    </li>
  )
}

/** A patient’s appointments next to the list of patients, each with the way to it. */
export const PatientVisits = (props: {
  readonly name: string
  readonly url: PageUrl
  readonly rights: Rights
  readonly visits: SeenReading<ReadonlyArray<Appointment>>
}) => {
  const words = useWords()
  const now = useContext(Now)
  const { url, rights, visits } = props
  const leads = isLinked("/appointment", rights)
  return (
    <QuickLook
      label={words("patients.visits.label")}
      title={words("patients.visits", { name: props.name })}
      closeHref={url.href({ patient: null })}
      opener={`[data-row="${url.search["patient"] ?? ""}"] a`}
    >
      <Reading of={visits}>
        {(known) => {
          const { ahead, past } = parted(known, now ?? 0)
          if (known.length === 0)
            return <EmptyState title={words("patients.visits.none")}>{words("patients.visits.none.text")}</EmptyState>
          return ([["ahead", ahead] as const, ["past", past] as const] as const).map(([part, list]) =>
            list.length === 0 ? null : (
              <section key={part} className="patient-visits" aria-label={words(`patients.visits.${part}`)}>
                <h3>{words(`patients.visits.${part}`)}</h3>
                <ul>
                  {list.map((visit) => (
                    <Visit key={visit.hashedId} visit={visit} leads={leads} />
                  ))}
                </ul>
              </section>
            ),
          )
        }}
      </Reading>
    </QuickLook>
  )
}
