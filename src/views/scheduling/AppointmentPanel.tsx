import { Button } from "@blueprintjs/core"
import { useContext, type MouseEvent } from "react"
import { useIntl } from "react-intl"
import {
  isAppointmentOutdated,
  type AppointmentsEvent,
  type AppointmentsSnapshot,
} from "#machines/scheduling/appointments.machine.ts"
import { staffActions, type StaffAction, type StaffActions } from "#machines/scheduling/staffActions.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { actionLetters } from "#schemas/scheduling/actionLetters.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { QuickLook } from "#views/parts/QuickLook.tsx"
import { Reading, useTitleOf, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Now, Time, useZoneName } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { pressAction } from "./pressAction.ts"
import { AppointmentStatusTag } from "./AppointmentStatusTag.tsx"
import { OverbookedTag } from "./OverbookedTag.tsx"
import { patientName, useDayName, useSpan, useStart } from "./appointmentValues.ts"

type PageOf = Seen<AppointmentsSnapshot, AppointmentsEvent>
type Props = { readonly page: PageOf; readonly url: PageUrl; readonly appointment: SeenReading<AppointmentDetail> }
type Shown = { readonly page: PageOf; readonly shown: Appointment }

/** Whether a action is under way, so that no other begins. */
const useWaits = ({ page: { snapshot }, shown }: Shown): boolean =>
  snapshot.matches("acting") || isAppointmentOutdated(snapshot, shown)

const ActionButton = (props: Shown & { readonly action: StaffAction; readonly isUsual: boolean }) => {
  const words = useWords()
  const { page, shown, action, isUsual } = props
  const waits = useWaits(props)
  const letter = isUsual ? actionLetters[action] : undefined
  return (
    <Button
      {...(isUsual ? { intent: "primary" as const } : {})}
      {...(letter === undefined ? {} : { "aria-keyshortcuts": letter, "data-letter": letter })}
      disabled={waits}
      onClick={(event: MouseEvent) => {
        if (event.detail <= 1) pressAction(page.send, shown, action)
      }}
    >
      {words(`appointment.${action}`)}
      {letter !== undefined && <kbd aria-hidden="true">{letter.toUpperCase()}</kbd>}
    </Button>
  )
}

const Later = ({ shown, later }: { readonly shown: Appointment; readonly later: StaffActions["later"] }) => {
  const words = useWords()
  const dayName = useDayName()
  if (later.length === 0) return null
  const time = useStart()(shown)
  const day = dayName(shown.date)
  return (
    <p className="appointment-later">
      <strong>{words("appointment.later")}</strong>{" "}
      {later.map((action) => words(`appointment.later.${action}`, { time, day })).join(" ")}
    </p>
  )
}

const over = (status: Appointment["status"]) =>
  status === "pending" ||
  status === "fulfilled" ||
  status === "cancelled" ||
  status === "released" ||
  status === "noshow"
    ? status
    : null

const Actions = ({ page, shown }: Shown) => {
  const intl = useIntl()
  const words = useWords()
  const { snapshot } = page
  const now = useContext(Now)
  const { usual, others, later } = staffActions(shown, now ?? Date.parse(shown.startsAt))
  const ended = over(shown.status)
  const held = shown.heldUntil === null ? "" : intl.formatTime(shown.heldUntil, { timeZone: shown.zone })
  return (
    <div className="appointment-actions">
      {usual !== null && <ActionButton page={page} shown={shown} action={usual} isUsual />}
      {others.length > 0 && (
        <div className="appointment-actions-others">
          {others.map((action) => (
            <ActionButton key={action} page={page} shown={shown} action={action} isUsual={false} />
          ))}
        </div>
      )}
      <Later shown={shown} later={later} />
      {ended !== null && (
        <p className="appointment-later">
          <Word id={`appointment.over.${ended}`} values={{ time: held }} />
        </p>
      )}
      {ended === "cancelled" && now !== null && now < Date.parse(shown.startsAt) && (
        <Button
          text={words("appointment.offer")}
          disabled={snapshot.matches("acting")}
          onClick={() => page.send({ type: "offer.pressed", appointment: shown })}
        />
      )}
    </div>
  )
}

const Refused = ({ page: { snapshot }, shown }: Shown) => {
  const words = useWords()
  const { problem, subject, verb } = snapshot.context.last ?? {}
  return problem && subject?.appointment.hashedId === shown.hashedId && snapshot.matches("looking") ? (
    <ProblemNotice
      title={words(verb === "offer" ? "appointment.notOffered" : "appointment.notSaved")}
      problem={problem}
    />
  ) : null
}

const happened = (type: string) =>
  type as "SlotHeld" | "HoldExtended" | "HoldReleased" | "AppointmentBooked" | "AppointmentConfirmed"

const Happened = ({ history, zone }: Pick<AppointmentDetail, "history"> & { readonly zone: string }) => {
  const words = useWords()
  return (
    <section className="appointment-history">
      <h3>{words("appointment.history")}</h3>
      <ol className="history">
        {history.map(({ type, at, actor, startsAt, reason }, place) => (
          <li key={`${at} ${place}`}>
            <strong>{words(`appointment.happened.${happened(type)}`)}</strong>
            <span className="muted small">
              {startsAt !== null && (
                <>
                  <Time at={startsAt} zone={zone} />,{" "}
                </>
              )}
              {reason !== null && <>{words(`appointment.reason.${reason}`)}, </>}
              <Time at={at} /> {actor !== "" && words("history.by", { actor })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Body = ({
  page,
  detail: { appointment: shown, history, later },
}: {
  readonly page: PageOf
  readonly detail: AppointmentDetail
}) => {
  const words = useWords()
  const span = useSpan()
  const dayName = useDayName()
  const zoneName = useZoneName()
  const { externalId, phone } = shown.patient
  const facts = [
    ...(externalId === null ? [] : [words("appointment.id", { id: externalId })]),
    phone === null ? words("appointment.noPhone") : phoneText(phone),
  ]
  return (
    <>
      <p className="muted">{facts.join(", ")}</p>
      <p className="appointment-where">
        <AppointmentStatusTag status={shown.status} /> {words("appointment.where", { place: shown.location.name })}
        {shown.stage !== null && <> · {shown.stage.name}</>}
        <OverbookedTag of={shown} />
      </p>
      <p>
        <strong className="appointment-when">
          {dayName(shown.date)}, {span(shown)}
        </strong>{" "}
        <span className="muted">{zoneName(shown.zone)}</span>
      </p>
      {shown.note !== "" && <p className="appointment-note">{shown.note}</p>}
      {later.map(({ stage, date }) => (
        <p key={stage} className="appointment-note">
          {words("appointment.laterStage", { stage, day: dayName(date) })}
        </p>
      ))}
      <Refused page={page} shown={shown} />
      <Actions page={page} shown={shown} />
      <Happened history={history} zone={shown.zone} />
    </>
  )
}

/** One appointment next to the calendar: who, when, what may be done to it now, and what happened to it. */
export const AppointmentPanel = ({ page, url, appointment }: Props) => {
  const words = useWords()
  const id = url.search["id"] ?? ""
  const title = useTitleOf(appointment, ({ appointment: { patient } }) => patientName({ patient }))
  return (
    <QuickLook
      label={words("appointment.title")}
      title={title}
      closeHref={url.href({ id: null })}
      opener={`[data-appointment="${id}"], [data-row="${id}"] a`}
    >
      <Reading of={appointment}>{(detail) => <Body page={page} detail={detail} />}</Reading>
    </QuickLook>
  )
}
