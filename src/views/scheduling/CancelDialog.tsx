import type { AppointmentsEvent, AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { CancelReason } from "#schemas/scheduling/appointment.ts"
import type { ChangeNotice } from "#schemas/scheduling/moveTimes.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { ChangeNoticeChoice } from "./PatientNoticeChoice.tsx"
import { patientName, useWhen } from "./appointmentValues.ts"

type Props = {
  readonly page: Seen<AppointmentsSnapshot, AppointmentsEvent>
  readonly notice: SeenReading<ChangeNotice>
}

/** Asks why an appointment is cancelled, before it is. */
export const CancelDialog = ({ page: { snapshot, send }, notice }: Props) => {
  const words = useWords()
  const when = useWhen()
  const { asked } = snapshot.context
  const isOpen = asked !== null && asked.to === null
  return (
    <ConfirmDialog
      open={isOpen}
      busy={snapshot.matches("acting")}
      destructive
      title={words("appointment.cancel.title")}
      message={
        isOpen && (
          <>
            <p>
              {words("appointment.cancel.text", {
                name: patientName(asked.appointment),
                time: when(asked.appointment),
                place: asked.appointment.location.name,
              })}
            </p>
            <fieldset className="field">
              <legend>{words("appointment.reason")}</legend>
              {CancelReason.literals.map((reason) => (
                <div key={reason} className="field-check">
                  <input
                    type="radio"
                    id={`cancel-${reason}`}
                    name="cancel-reason"
                    checked={asked.reason === reason}
                    onChange={() => send({ type: "reason.chosen", reason })}
                  />
                  <label htmlFor={`cancel-${reason}`}>{words(`appointment.reason.${reason}`)}</label>
                </div>
              ))}
            </fieldset>
            <ChangeNoticeChoice asked={asked} notice={notice} send={send} />
          </>
        )
      }
      cancelLabel={words("appointment.keep")}
      confirmLabel={words("appointment.cancel.confirm")}
      onCancel={() => send({ type: "asked.dismissed" })}
      onConfirm={() => send({ type: "asked.confirmed", slotId: null })}
    />
  )
}
