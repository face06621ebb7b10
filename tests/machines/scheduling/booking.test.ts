import { expect, it } from "vitest"
import { createActor, type AnyActorRef, type AnyEventObject } from "xstate"
import { bookingMachine } from "#machines/scheduling/booking.machine.ts"
import { heldAppointment, sampleBookable, samplePatient, sampleSlot } from "#tests/support/bookingSamples.ts"
import { commandEnded } from "../session/command.walk.ts"

it("judges the times of a week without the seat that is held for the patient, as long as it is held", () => {
  const weeks: Array<object> = []
  const actor = createActor(bookingMachine, {
    input: { search: {} },
    inspect: ({ type, actorRef, ...one }) => {
      const event = "event" in one ? (one.event as AnyEventObject) : undefined
      if (
        type === "@xstate.event" &&
        (actorRef as AnyActorRef).id === "availability" &&
        event?.type === "params.changed"
      )
        weeks.push(event["params"] as object)
    },
  }).start()
  const ends = (verb: string) =>
    actor.send(commandEnded({ verb, subject: {}, outcome: "done", answer: heldAppointment }) as never)
  actor.send({ type: "patient.chosen", patient: samplePatient })
  actor.send({ type: "location.chosen", location: sampleBookable, startDate: "2026-11-18", stageId: null })
  actor.send({ type: "hold.pressed", slotId: sampleSlot.slotId })
  ends("hold")
  actor.send({ type: "release.pressed" })
  ends("release")
  actor.stop()
  const week = { hashedId: sampleBookable.hashedId, startDate: "2026-11-18", endDate: "2026-11-24" }
  const asPatient = { ...week, patientHashedId: samplePatient.hashedId }
  expect(weeks).toEqual([asPatient, { ...week, appointmentHashedId: heldAppointment.hashedId }, asPatient])
})
