import { OfferedTimes } from "./OfferedTimes.tsx"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { Appointment, Availability, BookableLocation, SlotExplanation } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Page } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { BookingDone, BookingHold } from "./BookingHold.tsx"
import { BookingSteps } from "./BookingSteps.tsx"
import { BookingTimes } from "./BookingTimes.tsx"
import { OverbookedTag } from "./OverbookedTag.tsx"
import { isBeforePatient } from "./PatientStep.tsx"

type Props = {
  readonly page: Seen<BookingSnapshot, BookingEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly form: SeenForm | undefined
  readonly stages: SeenReading<StageList>
  readonly locations: SeenReading<ReadonlyArray<BookableLocation>>
  readonly availability: SeenReading<Availability>
  readonly explanation: SeenReading<SlotExplanation>
  readonly appointments: SeenReading<ReadonlyArray<Appointment>>
  readonly booked: SeenReading<AppointmentDetail>
  readonly command: SeenCommand | undefined
}

/** The statuses that have a tab. */
const listed = ["booked", "confirmed", "pending", "cancelled"] as const

const useColumns = (): ReadonlyArray<Column<Appointment>> => {
  const words = useWords()
  return [
    {
      id: "start",
      header: words("booking.list.time"),
      cell: ({ startsAt, zone }) => <Time at={startsAt} zone={zone} />,
    },
    {
      id: "patient",
      header: words("booking.list.patient"),
      cell: ({ patient: { lastName, firstName }, stage, isOverbooked }) => (
        <>
          {`${lastName}, ${firstName}`}
          {stage !== null && <span className="muted"> {stage.name}</span>}
          <OverbookedTag of={{ isOverbooked }} />
        </>
      ),
      narrow: "aside",
    },
    { id: "location", header: words("booking.list.location"), cell: ({ location }) => location.name },
    {
      id: "source",
      header: words("booking.list.source"),
      cell: ({ source }) => words(`appointment.source.${source}`),
      hideBelow: 900,
    },
    {
      id: "reason",
      header: words("booking.list.reason"),
      cell: ({ cancelReason }) => (cancelReason === null ? "" : words(`appointment.reason.${cancelReason}`)),
      hideBelow: 900,
    },
  ]
}

const List = ({ appointments }: Props) => {
  const words = useWords()
  return (
    <DataTable
      list="bookings"
      label={words("booking.list")}
      reading={appointments}
      columns={useColumns()}
      rowId={({ hashedId }) => hashedId}
      empty={<EmptyState title={words("booking.list.none")}>{words("booking.list.none.text")}</EmptyState>}
    />
  )
}

/** Why the last command was refused, with the times that are free instead. */
const Refused = ({ page: { snapshot, send } }: Props) => {
  const words = useWords()
  const { problem, hasLapsed, location } = snapshot.context
  if (hasLapsed) {
    return (
      <div className="notice notice-warning" role="alert">
        <p>{words("booking.lapsed")}</p>
      </div>
    )
  }
  if (problem === null) return null
  const offered = problem.offered ?? []
  return (
    <ProblemNotice
      title={words("booking.refused")}
      problem={problem}
      action={
        offered.length > 0 && snapshot.matches("times") ? (
          <OfferedTimes
            offered={offered}
            zone={location?.timezone}
            onChoose={(slotId) => send({ type: "hold.pressed", slotId })}
          />
        ) : undefined
      }
    />
  )
}

const Booking = (props: Props) => {
  const { page } = props
  const isAfterLocation = !isBeforePatient(page.snapshot) && !page.snapshot.matches("location")
  return (
    <div className="booking">
      <BookingSteps {...props} />
      <div className="booking-middle">
        <Refused {...props} />
        {isAfterLocation && !page.snapshot.matches("booked") && <BookingTimes {...props} />}
        <BookingDone page={page} booked={props.booked} />
      </div>
      <div className="booking-aside">
        <BookingHold page={page} command={props.command} />
      </div>
    </div>
  )
}

/** `/bookAppointment`: books an appointment, or lists those that stand in a status (docs/policy.md#appointments). */
export const BookingView = (props: Props) => {
  const words = useWords()
  const { url, appointments } = props
  const { counts } = appointments.snapshot.context
  const isListed = listed.some((status) => status === url.search["tab"])
  const countOf = (status: string) => (counts === null ? {} : { count: counts[status] ?? 0 })
  return (
    <Page
      title={words("booking.title")}
      views={
        <Tabs
          url={url}
          name="tab"
          label={words("booking.tabs")}
          tabs={[
            { id: "book", label: words("booking.tab.book") },
            ...listed.map((status) => ({
              id: status,
              label: words(`appointment.status.${status}`),
              ...countOf(status),
            })),
          ]}
        />
      }
    >
      {isListed ? <List {...props} /> : <Booking {...props} />}
    </Page>
  )
}
