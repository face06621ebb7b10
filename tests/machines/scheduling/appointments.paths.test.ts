import { describe, expect, it } from "vitest"
import {
  appointmentsMachine,
  isAppointmentOutdated,
  type AppointmentsEvent,
  type AppointmentsSnapshot,
} from "#machines/scheduling/appointments.machine.ts"
import { staffActions } from "#machines/scheduling/staffActions.ts"
import { after } from "#tests/paths/paths.ts"
import { createActor, type AnyEventObject } from "xstate"
import { changedAppointment } from "#tests/support/appointmentSamples.ts"
import { bookedAppointment, fullSlot, otherAppointment, sampleSlot } from "#tests/support/bookingSamples.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { commandEnded } from "../session/command.walk.ts"
import { anotherDay, appointmentReadAgain, timeTaken, whereItStands } from "./appointments.walk.ts"

const at = (events: ReadonlyArray<AnyEventObject>, search = {}) =>
  after(appointmentsMachine, events, { search }) as unknown as AppointmentsSnapshot
const paramsOf = (snapshot: AppointmentsSnapshot, reading: string) =>
  (snapshot.children as Record<string, { getSnapshot: () => { context: { params: unknown } } } | undefined>)[
    reading
  ]?.getSnapshot().context.params
const seen = { id: bookedAppointment.hashedId, version: bookedAppointment.version }
const subject = { appointment: bookedAppointment, reason: null, slotId: null, notice: "sms" }

describe("the chart of appointments", () => {
  it("asks why before it cancels, and sends the reason that was chosen", () => {
    const asking = at([{ type: "cancel.pressed", appointment: bookedAppointment }])
    expect(asking.value).toBe("cancelling")
    const sent = at([
      { type: "cancel.pressed", appointment: bookedAppointment },
      { type: "reason.chosen", reason: "clinic" },
      { type: "notice.chosen", notice: "none" },
      { type: "asked.confirmed", slotId: null },
    ])
    const command = sent.children["command"]?.getSnapshot() as CommandSnapshot
    expect(command.context).toMatchObject({
      verb: "cancel",
      subject: { reason: "clinic", slotId: null, notice: "none" },
    })
  })

  it("moves to the time that was chosen, and offers others where it was taken meanwhile", () => {
    const moving: ReadonlyArray<AppointmentsEvent> = [
      { type: "move.pressed", appointment: bookedAppointment, to: whereItStands },
      { type: "target.changed", to: anotherDay },
    ]
    const actor = createActor(appointmentsMachine, { input: { search: {} } }).start()
    for (const event of moving) actor.send(event)
    expect(paramsOf(actor.getSnapshot(), "times")).toEqual({
      hashedId: anotherDay.place,
      startDate: anotherDay.day,
      endDate: anotherDay.day,
      appointmentHashedId: bookedAppointment.hashedId,
    })
    expect(paramsOf(actor.getSnapshot(), "notice")).toEqual({ appointment: bookedAppointment, to: anotherDay })
    actor.send({ type: "asked.dismissed" })
    expect(paramsOf(actor.getSnapshot(), "notice")).toBeNull()
    actor.stop()
    const pressed = [...moving, { type: "asked.confirmed", slotId: sampleSlot.slotId }]
    const command = at(pressed).children["command"]?.getSnapshot() as CommandSnapshot
    expect(command.context).toMatchObject({ verb: "move", subject: { slotId: sampleSlot.slotId, notice: "sms" } })
    const taken = at([
      ...pressed,
      commandEnded({ verb: "move", subject, outcome: "refused", problem: timeTaken, seen }),
    ])
    expect(taken.value).toEqual({ moving: "choosing" })
    expect(taken.context.last?.problem).toEqual(timeTaken)
    expect(taken.context.asked?.to).toEqual(anotherDay)
  })

  it("asks who has a full time of one seat, and has it by a swap or beyond its seats", () => {
    const asking: ReadonlyArray<AppointmentsEvent> = [
      { type: "move.pressed", appointment: bookedAppointment, to: whereItStands },
      { type: "full.pressed", slot: fullSlot },
    ]
    const askedFor = (...events: ReadonlyArray<AppointmentsEvent>) => {
      const actor = createActor(appointmentsMachine, { input: { search: {} } }).start()
      for (const event of events) actor.send(event)
      const params = paramsOf(actor.getSnapshot(), "holder")
      actor.stop()
      return params
    }
    const time = { place: whereItStands.place, slotId: fullSlot.slotId, day: fullSlot.date }
    const holder = { appointment: bookedAppointment, ...time }
    expect(askedFor(...asking)).toEqual(holder)
    expect(askedFor(...asking, { type: "full.closed" })).toBeNull()
    const many = { ...fullSlot, capacity: 2, booked: 2 }
    expect(askedFor(...asking.slice(0, 1), { type: "full.pressed", slot: many })).toBeNull()
    const commandAfter = (event: AppointmentsEvent) =>
      (at([...asking, event]).children["command"]?.getSnapshot() as CommandSnapshot | undefined)?.context
    expect(commandAfter({ type: "overbook.confirmed" })).toMatchObject({
      ...{ verb: "move", subject: { slotId: fullSlot.slotId, overbook: true, other: null } },
    })
    expect(commandAfter({ type: "swap.confirmed", other: otherAppointment })).toMatchObject({
      ...{ verb: "swap", subject: { overbook: false, other: otherAppointment }, seen },
    })
  })

  it("decides nothing on what the person's own action is older than", () => {
    const done = [
      { type: "arrive.pressed", appointment: bookedAppointment },
      commandEnded({ verb: "arrive", subject, outcome: "done", seen }),
    ]
    expect(isAppointmentOutdated(at(done), bookedAppointment)).toBe(true)
    expect(at([...done, { type: "confirm.pressed", appointment: bookedAppointment }]).value).toBe("looking")
    expect(at([...done, { type: "confirm.pressed", appointment: appointmentReadAgain }]).value).toBe("acting")
  })

  it("reads a list until a later day, and no other view, nor one until a day before", () => {
    const span = (search: Readonly<Record<string, string>>) => paramsOf(at([], search), "appointments")
    const days = { day: "2026-11-20", until: "2026-12-19" }
    expect(span({ view: "list", ...days })).toMatchObject({ view: "list", ...days })
    expect(span({ ...days })).toMatchObject({ view: "day", until: null })
    expect(span({ view: "list", day: "2026-12-20", until: "2026-12-19" })).toMatchObject({ until: null })
  })

  it("reads a week for one location alone", () => {
    expect(paramsOf(at([], { view: "week" }), "appointments")).toBeNull()
    expect(paramsOf(at([], { view: "week", at: "l1", day: "2026-11-20" }), "appointments")).toEqual({
      view: "week",
      day: "2026-11-20",
      until: null,
      at: "l1",
      state: null,
      stage: null,
      source: null,
    })
  })
})

/** What the law allows by status, apart from the code (docs/policy.md#appointments). */
const law = [
  ["pending", [], []],
  ["booked", ["confirm", "move", "cancel", "arrive"], ["confirm", "move", "cancel", "arrive", "miss"]],
  ["confirmed", ["move", "cancel", "arrive"], ["move", "cancel", "arrive", "miss"]],
  ["arrived", ["fulfill"], ["fulfill"]],
  ["fulfilled", [], []],
  ["noshow", ["arrive"], ["arrive"]],
  ["cancelled", [], []],
  ["released", [], []],
] as const
const startsAt = Date.parse(bookedAppointment.startsAt)
const minute = 60_000

describe("what staff can do", () => {
  it.each(law)(
    "to an appointment that is %s is what its life allows, before and after it begins",
    (status, before, since) => {
      const all = (now: number) => {
        const { usual, others } = staffActions(changedAppointment(status, 2), now)
        return [...(usual === null ? [] : [usual]), ...others].toSorted()
      }
      const early = before.filter((action) => action !== "arrive")
      expect(all(startsAt - 24 * 60 * minute)).toEqual([...early].toSorted())
      expect(all(startsAt - 60 * minute)).toEqual([...before].toSorted())
      expect(all(startsAt)).toEqual([...since].toSorted())
    },
  )

  it("is most often to confirm, from half an hour before to mark the arrival, and then to complete", () => {
    const usual = (status: Parameters<typeof changedAppointment>[0], now: number) =>
      staffActions(changedAppointment(status, 2), now).usual
    expect(usual("booked", startsAt - 31 * minute)).toBe("confirm")
    expect(usual("booked", startsAt - 30 * minute)).toBe("arrive")
    expect(usual("confirmed", startsAt - 31 * minute)).toBeNull()
    expect(usual("confirmed", startsAt)).toBe("arrive")
    expect(usual("arrived", startsAt)).toBe("fulfill")
    expect(usual("cancelled", startsAt)).toBeNull()
  })

  it("later is said while the patient is awaited", () => {
    const later = (status: Parameters<typeof changedAppointment>[0], now: number) =>
      staffActions(changedAppointment(status, 2), now).later
    expect(later("confirmed", startsAt - 24 * 60 * minute)).toEqual(["arrive", "fulfill", "miss"])
    expect(later("confirmed", startsAt - minute)).toEqual(["fulfill", "miss"])
    expect(later("confirmed", startsAt)).toEqual(["fulfill"])
    expect(later("arrived", startsAt)).toEqual([])
  })
})
