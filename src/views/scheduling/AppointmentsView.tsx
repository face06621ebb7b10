import { Button } from "@blueprintjs/core"
import { Print } from "@blueprintjs/icons"
import type { ReactNode, RefCallback } from "react"
import { Link } from "wouter"
import type { AppointmentsEvent, AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { addDays } from "#schemas/calendar.ts"
import { missingRight } from "#schemas/access.ts"
import { isLinked } from "#schemas/routes.ts"
import type { Appointment, Availability, LocationDays } from "#schemas/scheduling/appointment.ts"
import {
  daysShown,
  appointmentsAsked,
  type AppointmentDetail,
  type AppointmentsAsked,
} from "#schemas/scheduling/appointmentsAsked.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { OpenRound } from "#schemas/scheduling/waitlist.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { MenuButton } from "#views/parts/MenuButton.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { DaySheet } from "./DaySheet.tsx"
import { AppointmentCalendar } from "./AppointmentCalendar.tsx"
import type { ChangeNotice, Holder } from "#schemas/scheduling/moveTimes.ts"
import { CancelDialog } from "./CancelDialog.tsx"
import { MoveDialog } from "./MoveDialog.tsx"
import { DayChoice, Filters, ViewChoice } from "./AppointmentTools.tsx"
import { columnsOf } from "./appointmentGrid.ts"
import { AppointmentList } from "./AppointmentList.tsx"
import { AppointmentPanel } from "./AppointmentPanel.tsx"
import { useToday } from "./appointmentValues.ts"

type Props = {
  readonly page: Seen<AppointmentsSnapshot, AppointmentsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly appointments: SeenReading<ReadonlyArray<Appointment>>
  readonly places: SeenReading<ReadonlyArray<LocationDays>>
  /** The stages of visits that appointments are narrowed to. */
  readonly stages: StageList["stages"]
  readonly appointment: SeenReading<AppointmentDetail>
  readonly times: SeenReading<Availability>
  readonly holder: SeenReading<Holder>
  /** The text that the change which is asked about would send. */
  readonly notice: SeenReading<ChangeNotice>
  /** The seats that are being offered to the waitlist. */
  readonly rounds: ReadonlyArray<OpenRound>
  /** The waitlist, alone or next to the calendar. */
  readonly waitlist: (isAlone: boolean) => ReactNode
  /** Lets cards be dragged to another time. */
  readonly dragging: RefCallback<HTMLElement>
  readonly onPrint: () => void
}
type Shown = Props & { readonly asked: AppointmentsAsked; readonly day: string }

/** Whether the address asks for the waitlist alone. */
const isWaitlist = ({ search }: PageUrl): boolean => search["view"] === "waitlist"

const NoPlaces = () => {
  const words = useWords()
  return (
    <EmptyState
      title={words("appointments.noPlaces")}
      action={<Link href="/location">{words("appointments.noPlaces.go")}</Link>}
    >
      <Word id="appointments.noPlaces.text" />
    </EmptyState>
  )
}

const ChoosePlace = ({ url, places }: { readonly url: PageUrl; readonly places: ReadonlyArray<LocationDays> }) => {
  const words = useWords()
  return (
    <EmptyState
      title={words("appointments.choosePlace")}
      action={
        <ul className="appointment-places">
          {places.map(({ hashedId, name }) => (
            <li key={hashedId}>
              <Link href={url.href({ at: hashedId })}>{name}</Link>
            </li>
          ))}
        </ul>
      }
    >
      <Word id="appointments.choosePlace.text" />
    </EmptyState>
  )
}

const More = ({ appointments: { snapshot, send } }: Pick<Props, "appointments">) => {
  const words = useWords()
  const { data, next } = snapshot.context
  if (next === null || data === null) return null
  return (
    <p className="appointment-more">
      <Word id="appointments.more" values={{ count: data.length }} />{" "}
      <HeldButton
        size="small"
        text={words("part.showMore")}
        loading={snapshot.matches({ ready: "extending" })}
        onClick={() => send({ type: "more.pressed" })}
      />
    </p>
  )
}

/** The calendar where there is room for it, else the list: a phone shows rows. */
const Calendar = (props: Shown) => {
  const { url, asked, day, places, appointments } = props
  const byDay = asked.view === "week"
  const { startDate } = daysShown(asked.view, day)
  const dates = byDay ? Array.from({ length: 7 }, (_, place) => addDays(startDate, place)) : [day]
  const locations = places.snapshot.context.data
  if (locations?.length === 0) return <NoPlaces />
  if (byDay && asked.at === null)
    return <Reading of={places}>{(known) => <ChoosePlace url={url} places={known} />}</Reading>
  return (
    <>
      <div className="appointment-wide">
        <Reading of={places}>
          {(known) => (
            <Reading of={appointments}>
              {(rows) => (
                <>
                  <AppointmentCalendar
                    columns={columnsOf(known, rows, { at: asked.at, dates })}
                    rounds={props.rounds}
                    url={url}
                    byDay={byDay}
                    dragging={props.dragging}
                  />
                  <More appointments={appointments} />
                </>
              )}
            </Reading>
          )}
        </Reading>
      </div>
      <div className="appointment-narrow">
        <AppointmentList {...props} dated={byDay} />
      </div>
    </>
  )
}

/** What is done more rarely: the texts, and what a location has on the days shown as a file for one’s own calendar. */
const Rarely = ({ page: { snapshot, send }, person, url, asked, day }: Shown) => {
  const words = useWords()
  const { at } = asked
  const missing = missingRight(person, "Appointment.DownloadCalendar")
  const reason = missing ?? (at === null ? words("appointments.calendar.choosePlace") : undefined)
  return (
    <MenuButton id="appointments-more" label={words("part.more")}>
      <ul className="menu-items">
        <li>
          <Link href={url.href({ view: "texts", id: null })} className="bp6-button bp6-minimal">
            {words("appointments.texts")}
          </Link>
        </li>
        {at !== null && reason === undefined && !isWaitlist(url) && (
          <li>
            <Button
              variant="minimal"
              text={words("appointments.calendar.file")}
              disabled={!snapshot.matches("looking")}
              {...{ popoverTarget: "appointments-more", popoverTargetAction: "hide" }}
              onClick={() =>
                send({ type: "calendar.pressed", of: { locationHashedId: at, ...daysShown(asked.view, day) } })
              }
            />
          </li>
        )}
      </ul>
      {reason !== undefined && !isWaitlist(url) && (
        <ul className="menu-reasons" aria-label={words("part.whyNot")}>
          <li>
            <strong>{words("appointments.calendar.file")}</strong> {reason}
          </li>
        </ul>
      )}
    </MenuButton>
  )
}

const Shell = (props: Shown & { readonly children: ReactNode }) => {
  const words = useWords()
  const { person, url, asked } = props
  const books = isLinked("/bookAppointment", person)
  const chosen = url.search["id"] !== undefined
  const isAlone = isWaitlist(url)
  const panel = chosen && !isAlone
  return (
    <Page
      title={words("appointments.title")}
      {...(isAlone ? {} : { views: <DayChoice {...props} /> })}
      actions={
        <>
          <ViewChoice {...props} />
          {asked.view !== "week" && !isAlone && (
            <Button icon={<Print aria-hidden="true" />} text={words("appointments.print")} onClick={props.onPrint} />
          )}
          {books && (
            <Link href="/bookAppointment" className="bp6-button bp6-intent-primary">
              {words("appointments.book")}
            </Link>
          )}
          <Rarely {...props} />
        </>
      }
      {...(isAlone ? {} : { filters: <Filters {...props} /> })}
    >
      {isAlone ? (
        props.waitlist(true)
      ) : (
        <div className={panel ? "appointments appointments-chosen" : "appointments"}>
          <div className="appointments-shown">{props.children}</div>
          <div className="appointment-side">
            {panel && (
              <AppointmentPanel key={url.search["id"]} page={props.page} url={url} appointment={props.appointment} />
            )}
            <div className="appointment-side-waitlist">{props.waitlist(false)}</div>
          </div>
        </div>
      )}
    </Page>
  )
}

/** `/appointment`: who comes when, and what may be done to one (docs/policy.md#appointments). */
export const AppointmentsView = (props: Props) => {
  const { appointments, places, url, page } = props
  const today = useToday()
  const asked = appointmentsAsked(url.search)
  const rows = appointments.snapshot.context.data ?? []
  const day = asked.day ?? today ?? rows[0]?.date ?? "2026-01-01"
  const shown = { ...props, asked, day }
  return (
    <>
      <Shell {...shown}>
        {asked.view === "list" ? <AppointmentList {...shown} dated={asked.until !== null} /> : <Calendar {...shown} />}
      </Shell>
      {asked.view !== "week" && <DaySheet day={day} appointments={rows.filter(({ date }) => date === day)} />}
      <CancelDialog page={page} notice={props.notice} />
      <MoveDialog
        page={page}
        places={places.snapshot.context.data ?? []}
        times={props.times}
        holder={props.holder}
        notice={props.notice}
      />
    </>
  )
}
