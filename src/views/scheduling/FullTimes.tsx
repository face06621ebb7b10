import { Button } from "@blueprintjs/core"
import type { AppointmentsEvent } from "#machines/scheduling/appointments.machine.ts"
import {
  overbookLeft,
  type Appointment,
  type Availability,
  type AvailableSlot,
} from "#schemas/scheduling/appointment.ts"
import { isSamePatient, isSwappable, type Holder } from "#schemas/scheduling/moveTimes.ts"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { patientName, useStart, useWhen } from "./appointmentValues.ts"

type Shown = {
  readonly found: Availability
  readonly busy: boolean
  readonly send: Seen<unknown, AppointmentsEvent>["send"]
}

/** The full times of a day that an appointment can have all the same; each asks first. */
export const FullTimes = ({ slots, found, busy, send }: Shown & { readonly slots: ReadonlyArray<AvailableSlot> }) => {
  const words = useWords()
  const startOf = useStart()
  if (slots.length === 0) return null
  return (
    <>
      <h3>{words("appointment.move.full")}</h3>
      <ul className="move-times move-full" aria-label={words("appointment.move.full")}>
        {slots.map((slot) => (
          <li key={slot.slotId}>
            <button type="button" disabled={busy} onClick={() => send({ type: "full.pressed", slot })}>
              <strong>{startOf({ ...slot, zone: found.location.timezone })}</strong>{" "}
              {overbookLeft(slot) > 0 && (
                <span>{words("appointment.overbook.left", { seats: overbookLeft(slot) })} </span>
              )}
              {isSwappable(slot) && <span>{words("appointment.swap.possible")}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Swapped = { readonly appointment: Appointment; readonly holder: SeenReading<Holder> }

/** Offers to exchange the time with who has the full one. */
const Swap = ({ appointment, holder, busy, send }: Swapped & Pick<Shown, "busy" | "send">) => {
  const words = useWords()
  const when = useWhen()
  return (
    <Reading of={holder}>
      {({ appointment: other }) =>
        other === null || isSamePatient(other, appointment) ? (
          <p>{words("appointment.swap.none")}</p>
        ) : (
          <>
            <p>
              {words("appointment.swap.text", {
                name: patientName(other),
                time: when(appointment),
                place: appointment.location.name,
              })}
            </p>
            <Button
              intent="primary"
              disabled={busy}
              text={words("appointment.swap", { name: patientName(other) })}
              onClick={() => send({ type: "swap.confirmed", other })}
            />
          </>
        )
      }
    </Reading>
  )
}

/** Asks whether an appointment is to have a full time all the same: by a swap, or by a seat beyond those of the slot. */
export const FullTimeQuestion = ({
  slot,
  found,
  busy,
  send,
  ...swapped
}: Shown & Swapped & { readonly slot: AvailableSlot }) => {
  const words = useWords()
  const time = useStart()({ ...slot, zone: found.location.timezone })
  const seats = overbookLeft(slot)
  return (
    <section className="move-full-one" aria-label={words("appointment.move.full.one", { time })} aria-live="polite">
      <p>
        <strong>{words("appointment.move.full.one", { time })}</strong>
      </p>
      {isSwappable(slot) && <Swap {...swapped} busy={busy} send={send} />}
      {seats > 0 && (
        <>
          <p>{words("appointment.overbook.text", { seats })}</p>
          <Button
            intent="warning"
            disabled={busy}
            text={words("appointment.move.overbook", { time })}
            onClick={() => send({ type: "overbook.confirmed" })}
          />
        </>
      )}
      <Button
        disabled={busy}
        text={words("appointment.move.full.back")}
        onClick={() => send({ type: "full.closed" })}
      />
    </section>
  )
}
