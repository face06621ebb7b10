import { Button } from "@blueprintjs/core"
import type { AppointmentsEvent } from "#machines/scheduling/appointments.machine.ts"
import { overbookLeft, type Availability, type AvailableSlot } from "#schemas/scheduling/appointment.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { useStart } from "./appointmentValues.ts"

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
              <span>{words("appointment.overbook.left", { seats: overbookLeft(slot) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Asks whether an appointment is to have a full time all the same. */
export const FullTime = ({ slot, found, busy, send }: Shown & { readonly slot: AvailableSlot }) => {
  const words = useWords()
  const time = useStart()({ ...slot, zone: found.location.timezone })
  const seats = overbookLeft(slot)
  return (
    <section className="move-full-one" aria-label={words("appointment.move.full.one", { time })} aria-live="polite">
      <p>
        <strong>{words("appointment.move.full.one", { time })}</strong>
      </p>
      {seats > 0 && (
        <>
          <p>{words("appointment.overbook.text", { seats })}</p>
          <Button
            intent="warning"
            data-first
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
