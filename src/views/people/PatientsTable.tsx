import type { ReactNode } from "react"
import { mayCall, type Rights } from "#schemas/access.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { SeenBulk } from "#views/parts/BulkBar.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { ListWithLook } from "#views/parts/QuickLook.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { selectionOf } from "#views/parts/RowSelection.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { placeOfZone, useZoneName } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { PatientsBar } from "./PatientsBar.tsx"
import { PatientVisits } from "./PatientVisits.tsx"
import { phoneText, useLanguageName } from "./patientValues.ts"

const consentTones: Record<Patient["smsConsent"], Tone> = {
  granted: "success",
  revoked: "danger",
  unclear: "warning",
  unknown: "neutral",
}

/** The columns of the list. */
export const usePatientColumns = (): ReadonlyArray<Column<Patient>> => {
  const words = useWords()
  const languageName = useLanguageName()
  const zoneName = useZoneName()
  return [
    {
      id: "name",
      header: words("patients.name"),
      cell: ({ firstName, lastName }) => [lastName, firstName].filter((part) => part !== "").join(", ") || "–",
    },
    { id: "externalId", header: words("patients.id"), cell: ({ externalId }) => externalId ?? "" },
    {
      id: "phone",
      header: words("patients.phone"),
      cell: ({ phone }) => (phone === null ? "" : <span className="phone">{phoneText(phone)}</span>),
      narrow: "aside",
    },
    {
      id: "kind",
      header: words("patients.kind"),
      cell: ({ phoneKind, phone }) => (phone === null ? "" : words(`patients.kind.${phoneKind}`)),
      hideBelow: 1200,
    },
    {
      id: "language",
      header: words("patients.language"),
      cell: ({ language }) => languageName(language),
      hideBelow: 900,
    },
    {
      id: "zone",
      header: words("patients.zone"),
      cell: ({ zones, zoneSource }) => (
        <>
          <span title={zones.map(placeOfZone).join(", ")}>
            {zones.length > 1
              ? words("patients.zones", { count: zones.length })
              : zones.map((zone) => zoneName(zone)).join("")}
          </span>{" "}
          <span className="quiet">({words(`patients.zone.${zoneSource}`)})</span>
        </>
      ),
      hideBelow: 900,
    },
    {
      id: "consent",
      header: words("patients.consent"),
      cell: ({ smsConsent }) => (
        <StateTag tone={consentTones[smsConsent]}>
          <Word id={`patients.consent.${smsConsent}`} />
        </StateTag>
      ),
    },
  ]
}

const rowId = ({ hashedId }: Patient): string => hashedId
const nameOf = ({ firstName, lastName }: Patient): string => `${firstName} ${lastName}`.trim()

const Empty = ({ searched }: { readonly searched: boolean }) => {
  const words = useWords()
  return (
    <EmptyState title={words(searched ? "patients.notFound" : "patients.none")}>
      <Word id={searched ? "patients.notFound.text" : "patients.none.text"} />
    </EmptyState>
  )
}

/** The patients of the company or of one list; next to them the appointments of the one that the address names. */
export const PatientsTable = (props: {
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly url: PageUrl
  readonly rights: Rights
  readonly visits: SeenReading<ReadonlyArray<Appointment>>
  readonly searchText: string
  /** The conversation that the address names in place of a patient; null for none. */
  readonly conversation: ReactNode
  /** The text to those whom the address names; null for none. */
  readonly sending: ReactNode
  readonly bulk: SeenBulk
}) => {
  const words = useWords()
  const { url, patients, bulk } = props
  const chosen = url.search["patient"]
  const shown = patients.snapshot.context.data?.find(({ hashedId }) => hashedId === chosen)
  const sees = mayCall(props.rights, "Appointment.GetBookedAppointments")
  const rows = patients.snapshot.context.data ?? []
  const place = sees ? "patient" : mayCall(props.rights, "QuickSend.PreviewQuickText") ? "send" : null
  const sends = mayCall(props.rights, "QuickSend.SendQuickText")
  const list = (
    <DataTable
      list="patients"
      label={words("patients.label")}
      reading={props.patients}
      columns={usePatientColumns()}
      rowId={rowId}
      selection={sends ? selectionOf({ bulk, rows, rowId, nameOf }) : undefined}
      {...(place === null
        ? {}
        : {
            rowHref: ({ hashedId }: Patient) =>
              url.href({ patient: null, message: null, send: null, [place]: hashedId }),
          })}
      chosen={chosen}
      empty={<Empty searched={props.searchText.trim() !== "" || props.url.search["list"] !== undefined} />}
    />
  )
  const table = (
    <>
      {list}
      {sends && <PatientsBar bulk={bulk} url={url} />}
    </>
  )
  const look = props.conversation ?? props.sending
  if (look !== null) return <ListWithLook look={look}>{table}</ListWithLook>
  if (!sees || chosen === undefined || chosen === "") return table
  const name = shown === undefined ? words("patients.visits.someone") : nameOf(shown)
  return (
    <ListWithLook
      look={
        <PatientVisits
          key={chosen}
          patient={{ hashedId: chosen, shown, name }}
          url={url}
          rights={props.rights}
          visits={props.visits}
        />
      }
    >
      {table}
    </ListWithLook>
  )
}
