import { usualPreferences } from "#schemas/preferences.ts"
import "#views/scheduling/appointments.css"
import {
  appointmentsMachine,
  type AppointmentsEvent,
  type AppointmentsSnapshot,
} from "#machines/scheduling/appointments.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Appointment, Availability, LocationDays } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { ChangeNotice, Holder } from "#schemas/scheduling/moveTimes.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { Now } from "#views/parts/Time.tsx"
import { AppointmentsView } from "#views/scheduling/AppointmentsView.tsx"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { whereItStands } from "#tests/machines/scheduling/appointments.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { holderOf, midtownDays, sampleDetail, sampleNotice } from "#tests/support/appointmentSamples.ts"
import { bookedAppointment, sampleAvailability } from "#tests/support/bookingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { render } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const admin: SignedInPerson = {
  userId: UserId.make(2),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Admin",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/New_York",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [7],
}
/** The address of its day. */
export const day = { day: bookedAppointment.date }
/** The address of the appointment next to its day. */
export const chosen = { ...day, id: bookedAppointment.hashedId }
/** When it begins, in milliseconds since 1970. */
export const startsAt = Date.parse(bookedAppointment.startsAt)
export const minute = 60_000

type Shown = {
  readonly search?: Readonly<Record<string, string>>
  readonly events?: ReadonlyArray<AppointmentsEvent | ReturnType<typeof commandEnded>>
  readonly snapshot?: AppointmentsSnapshot
  readonly appointments?: Parameters<typeof seenReading<ReadonlyArray<Appointment>>>[0]
  readonly locations?: ReadonlyArray<LocationDays>
  readonly detail?: AppointmentDetail
  readonly stages?: StageList["stages"]
  readonly times?: Availability
  readonly notice?: ChangeNotice
  readonly other?: Appointment
  readonly now?: number
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
/** Draws the page of appointments; `sent` is what it sent to its chart. */
export const show = async (shown: Shown = {}) => {
  const search = shown.search ?? day
  const address = pageUrl(search)
  const { sent, send } = recorder<AppointmentsEvent>()
  const snapshot =
    shown.snapshot ?? (after(appointmentsMachine, shown.events ?? [], { search }) as unknown as AppointmentsSnapshot)
  const printed: Array<string> = []
  const rendered = await render(
    <Now value={shown.now ?? startsAt - 60 * minute}>
      <AppointmentsView
        page={{ snapshot, send }}
        url={address.url}
        person={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
        appointments={seenReading<ReadonlyArray<Appointment>>(shown.appointments ?? { ready: [bookedAppointment] })}
        places={seenReading<ReadonlyArray<LocationDays>>({ ready: shown.locations ?? [midtownDays] })}
        appointment={seenReading<AppointmentDetail>("id" in search ? { ready: shown.detail ?? sampleDetail } : "idle")}
        times={seenReading<Availability>(
          (snapshot.context.asked?.to ?? null) === null ? "idle" : { ready: shown.times ?? sampleAvailability },
        )}
        holder={seenReading<Holder>(
          (snapshot.context.asked?.full ?? null) === null ? "idle" : { ready: holderOf(shown.other) },
        )}
        notice={seenReading<ChangeNotice>(
          snapshot.context.asked === null ? "idle" : { ready: shown.notice ?? sampleNotice(snapshot.context.asked.to) },
        )}
        stages={shown.stages ?? []}
        rounds={[]}
        waitlist={() => null}
        dragging={() => undefined}
        onPrint={() => printed.push("printed")}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, ...address, sent, printed }
}
/** The appointment is to be moved. */
export const moving: AppointmentsEvent = { type: "move.pressed", appointment: bookedAppointment, to: whereItStands }
