import "#views/scheduling/appointments.css"
import "#views/scheduling/waitlist.css"
import { Effect } from "effect"
import { useCallback, useEffect } from "react"
import {
  changeAppointment,
  moveAppointment,
  swapAppointments,
  readAppointment,
  readNotice,
  readAvailability,
  readHolder,
  readLocationDays,
  readAppointments,
} from "#effects/Appointments.ts"
import { downloadCalendar } from "#effects/Locations.ts"
import { readStages } from "#effects/Stages.ts"
import { offerSlot } from "#effects/Waitlist.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import {
  appointmentsMachine,
  type AppointmentCommand,
  type AppointmentVerb,
} from "#machines/scheduling/appointments.machine.ts"
import type { PageOf } from "#schemas/reply.ts"
import type { Appointment, AppointmentAction, Availability, LocationDays } from "#schemas/scheduling/appointment.ts"
import { daysShown, type AppointmentDetail, type AppointmentsAsked } from "#schemas/scheduling/appointmentsAsked.ts"
import type { ChangeNotice, Holder } from "#schemas/scheduling/moveTimes.ts"
import { appointmentWords } from "#schemas/scheduling/appointmentWords.ts"
import { patientNoticeWords } from "#schemas/scheduling/patientNoticeWords.ts"
import { statusWords } from "#schemas/scheduling/statusWords.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { OfferRound, Waitlist } from "#schemas/scheduling/waitlist.ts"
import { waitlistWords } from "#schemas/scheduling/waitlistWords.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { workingCompany } from "#schemas/session/outcome.ts"
import { AppointmentsView } from "#views/scheduling/AppointmentsView.tsx"
import { WaitlistView } from "#views/scheduling/WaitlistView.tsx"
import { command } from "../command.ts"
import { usePerson } from "../person.ts"
import { onNewDay, productDay } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { addWords } from "../pageWords.ts"
import { useCommand, useForm, usePage, usePageUrl, useReading } from "../usePage.ts"
import { TextsPage } from "./TextsPage.tsx"
import { waitlistLogic } from "./waitlistLogic.ts"
import { cardDrag, type Dropped } from "./cardDrag.ts"
import { listenToActionKeys } from "./actionKeys.ts"

addWords(appointmentWords, patientNoticeWords, statusWords, waitlistWords)

const logic = ({ operation, reading, listReading, companyZone }: Tools) => {
  const spanOf = ({ view, day, until = null }: Pick<AppointmentsAsked, "view" | "day"> & Partial<AppointmentsAsked>) =>
    daysShown(view, day ?? productDay(companyZone()), until)
  const change = (action: AppointmentAction) =>
    operation(
      ({ appointment, reason, notice }: AppointmentCommand, commandId: string) =>
        changeAppointment(appointment, { action, reason, ...(action === "cancel" ? { notice } : {}) }, commandId),
      { success: `appointment.done.${action}`, failure: "appointment.notSaved" },
      undefined,
      saysTheSame,
    )
  return appointmentsMachine.provide({
    actors: {
      appointments: listReading((asked: AppointmentsAsked, page: PageOf) =>
        readAppointments(
          {
            ...spanOf(asked),
            ...(asked.at === null ? {} : { locationHashedId: asked.at }),
            ...(asked.state === null ? {} : { state: asked.state }),
            ...(asked.source === null ? {} : { source: asked.source }),
            ...(asked.stage === null ? {} : { stageId: asked.stage }),
          },
          page,
        ),
      ),
      places: reading((asked: Pick<AppointmentsAsked, "view" | "day">) => readLocationDays(spanOf(asked))),
      stages: reading(readStages),
      appointment: reading(readAppointment),
      times: reading(readAvailability),
      holder: reading(readHolder),
      notice: reading(readNotice),
      download: operation(downloadCalendar, {
        success: "location.calendar.saved",
        failure: "location.calendar.notSaved",
      }),
      command: command<AppointmentVerb>({
        confirm: change("confirm"),
        arrive: change("arrive"),
        fulfill: change("fulfill"),
        miss: change("miss"),
        cancel: change("cancel"),
        offer: operation(
          ({ appointment }: AppointmentCommand, commandId: string) => offerSlot(appointment, commandId),
          { success: "appointment.done.offer", failure: "appointment.notOffered" },
          undefined,
          saysTheSame,
        ),
        move: operation(
          ({ appointment, slotId, overbook, notice }: AppointmentCommand, commandId: string) =>
            slotId === null
              ? Effect.die("A move without a slot")
              : moveAppointment(appointment, { slotId, overbook, notice }, commandId),
          { success: "appointment.done.move", failure: "appointment.notSaved", shownInPlace: "SlotTaken" },
          undefined,
          saysTheSame,
        ),
        swap: operation(
          ({ appointment, other, notice }: AppointmentCommand, commandId: string) =>
            other === null
              ? Effect.die("A swap without another appointment")
              : swapAppointments(appointment, { other, notice }, commandId),
          { success: "appointment.done.swap", failure: "appointment.notSaved" },
          undefined,
          saysTheSame,
        ),
      }),
    },
  })
}

/** `/appointment`: who comes when. */
const AppointmentsPage = () => {
  const page = usePage(logic)
  const appointments = useReading<ReadonlyArray<Appointment>>(page.actor, "appointments")
  const { actor, send } = page
  const drop = useCallback(
    ({ hashedId, to }: Dropped) => {
      const { appointments: reading } = actor.getSnapshot().children
      const rows = reading?.getSnapshot().context.data as ReadonlyArray<Appointment> | null | undefined
      const appointment = rows?.find((one) => one.hashedId === hashedId)
      if (appointment !== undefined) send({ type: "move.pressed", appointment, to })
    },
    [actor, send],
  )
  const dragging = useCallback((calendar: HTMLElement | null) => cardDrag(calendar, drop), [drop])
  useEffect(listenToActionKeys, [])
  const person = usePerson()
  const { timezone } = workingCompany(person)
  // Where the address names no day, it is today's that is shown.
  useEffect(
    () => onNewDay(timezone, () => send({ type: "feed.changed", thing: "appointment", id: "" })),
    [timezone, send],
  )
  const places = useReading<ReadonlyArray<LocationDays>>(page.actor, "places")
  const waiting = usePage(waitlistLogic)
  const waitlist = useReading<Waitlist>(waiting.actor, "waitlist")
  const seen = {
    page: waiting,
    url: page.url,
    waitlist,
    log: useReading<ReadonlyArray<OfferRound>>(waiting.actor, "log"),
    groups: useReading<ReadonlyArray<LocationGroupCount>>(waiting.actor, "groups"),
    patients: useReading<ReadonlyArray<Patient>>(waiting.actor, "patients"),
    form: useForm(waiting.actor, "form"),
    command: useCommand(waiting.actor),
    places: places.snapshot.context.data ?? [],
  }
  return (
    <AppointmentsView
      page={page}
      url={page.url}
      person={person}
      appointments={appointments}
      places={places}
      stages={useReading<StageList>(page.actor, "stages").snapshot.context.data?.stages ?? []}
      rounds={waitlist.snapshot.context.data?.rounds ?? []}
      waitlist={(isAlone) => <WaitlistView {...seen} isAlone={isAlone} />}
      appointment={useReading<AppointmentDetail>(page.actor, "appointment")}
      times={useReading<Availability>(page.actor, "times")}
      holder={useReading<Holder>(page.actor, "holder")}
      notice={useReading<ChangeNotice>(page.actor, "notice")}
      dragging={dragging}
      onPrint={() => print()}
    />
  )
}

/** `/appointment`: who comes when, or the view that the address asks for. */
export const AppointmentPage = () => (usePageUrl().search["view"] === "texts" ? <TextsPage /> : <AppointmentsPage />)
