import { useContext } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { WordId } from "#schemas/words.ts"
import { isLinked } from "#schemas/routes.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { Actions } from "#views/parts/Actions.tsx"
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

/** Why a patient can be texted at no time, as far as their row says. */
const whyNotTexted = (patient: Patient | undefined): WordId | undefined => {
  if (patient === undefined) return undefined
  const { smsConsent, phone, phoneKind } = patient
  if (smsConsent === "revoked" || smsConsent === "unclear") return `patients.send.not.${smsConsent}`
  return phone === null
    ? "patients.send.not.noPhone"
    : phoneKind === "landline"
      ? "patients.send.not.landline"
      : undefined
}

/** A patient’s appointments next to the list of patients, each with the way to it. */
export const PatientVisits = (props: {
  /** Who it is: as they stand in the list, where they do. */
  readonly patient: { readonly hashedId: string; readonly shown: Patient | undefined; readonly name: string }
  readonly url: PageUrl
  readonly rights: Rights
  readonly visits: SeenReading<ReadonlyArray<Appointment>>
}) => {
  const words = useWords()
  const now = useContext(Now)
  const { url, rights, visits, patient } = props
  const leads = isLinked("/appointment", rights)
  const whyNot = whyNotTexted(patient.shown)
  return (
    <QuickLook
      label={words("patients.visits.label")}
      title={words("patients.visits", { name: patient.name })}
      closeHref={url.href({ patient: null })}
      opener={`[data-row="${url.search["patient"] ?? ""}"] a`}
    >
      <Actions
        id="patient"
        actions={[
          {
            id: "send",
            label: words("patients.send"),
            href: url.href({ send: patient.hashedId, message: null }),
            reason: missingRight(rights, "QuickSend.SendQuickText") ?? (whyNot && words(whyNot)),
          },
        ]}
      />
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
