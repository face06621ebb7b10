import "#views/scheduling/appointments.css"
import { describe, expect, it } from "vitest"
import type { AppointmentsEvent } from "#machines/scheduling/appointments.machine.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { anotherDay, notBoth, timeTaken, whereItStands } from "#tests/machines/scheduling/appointments.walk.ts"
import {
  bookedAppointment,
  fullSlot,
  otherAppointment,
  sampleAvailability,
  sampleSlot,
} from "#tests/support/bookingSamples.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { chosen, moving, show } from "#tests/support/shownAppointments.tsx"

describe("the dialog of a move", () => {
  it("says how the text of a move reads and for which time, or why there is none", async () => {
    const choice = () => document.querySelector(".move-dialog .notice-choice")
    await show({ search: chosen, events: [moving] })
    expect(textOf(choice())).toContain("The text for: Today, 9:30 AM. It names the time that you choose.")
    const off = { example: null, notice: { text: null, leavesAt: null, why: "off" } } as const
    await show({ search: chosen, events: [moving], notice: off })
    expect(textOf(choice())).toContain("This text is not switched on.")
    expect(choice()?.querySelector<HTMLInputElement>("[id$=sms]")?.disabled).toBe(true)
    await show({ search: chosen, events: [moving], notice: { example: null, notice: null } })
    expect(choice()).toBeNull()
  })

  it("offers the free times of a day for a move, and the one it was dropped at first", async () => {
    const atDay = {
      ...sampleAvailability,
      slots: sampleAvailability.slots.map((slot) => ({ ...slot, slotId: (slot.slotId + 100) as typeof slot.slotId })),
    }
    const { container } = await show({ search: chosen, events: [moving], times: atDay })
    expect([...container.ownerDocument.querySelectorAll(".move-times button")].map(textOf)).toContain("9:30 AM 3 seats")
    const dropped = await show({
      search: chosen,
      events: [{ ...moving, to: { ...whereItStands, near: "09:40" } } as AppointmentsEvent],
      times: atDay,
    })
    await press("Move to 9:30 AM")
    expect(dropped.sent).toEqual([{ type: "asked.confirmed", slotId: sampleSlot.slotId + 100 }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks once more before a visit moves to a full time, and leads back", async () => {
    const full: AppointmentsEvent = { type: "full.pressed", slot: fullSlot }
    const { sent } = await show({ search: chosen, events: [moving] })
    expect([...document.querySelectorAll(".move-full button")].map(textOf)).toEqual(["10:00 AM Overbook · 1 left Swap"])
    await press("10:00 AM Overbook · 1 left Swap")
    expect(sent).toEqual([full])
    const asked = await show({ search: chosen, events: [moving, full] })
    expect(textOf(document.querySelector(".move-full-one"))).toContain("10:00 AM is full")
    expect(document.querySelector(".move-times")).toBeNull()
    await press("Overbook 10:00 AM")
    await press("Choose another time")
    expect(asked.sent).toEqual([{ type: "overbook.confirmed" }, { type: "full.closed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers to swap with who has a full time of one seat, by name, and not with the patient’s own visit", async () => {
    const full: AppointmentsEvent = { type: "full.pressed", slot: fullSlot }
    const { sent } = await show({ search: chosen, events: [moving, full], other: otherAppointment })
    const asked = () => textOf(document.querySelector(".move-full-one"))
    expect(asked()).toContain("Ines Duarte has this time, and would get")
    const told = [...document.querySelectorAll(".notice-choice .notice-one")].map(textOf)
    expect(told).toEqual([
      expect.stringMatching(/^To .*moved to Friday, November 20 at 10:00 AM/u),
      expect.stringMatching(/^To Ines Duarte.*moved to Friday, November 20 at 9:00 AM/u),
    ])
    document.querySelector<HTMLInputElement>(".notice-choice [id$=none]")?.click()
    expect(await accessibilityFaults()).toEqual([])
    await press("Swap with Ines Duarte")
    expect(sent).toEqual([
      { type: "notice.chosen", notice: "none" },
      { type: "swap.confirmed", other: otherAppointment },
    ])
    for (const other of [undefined, { ...otherAppointment, patient: bookedAppointment.patient }]) {
      await show({ search: chosen, events: [moving, full], ...(other === undefined ? {} : { other }) })
      expect(asked()).toContain("cannot be swapped any more")
    }
  })

  it("says whose time stands against a swap, and leads back to all times", async () => {
    const refused = {
      verb: "swap" as const,
      subject: { appointment: bookedAppointment, reason: null, slotId: fullSlot.slotId },
      ...{ outcome: "refused" as const, problem: notBoth },
      seen: { id: bookedAppointment.hashedId, version: bookedAppointment.version },
    }
    await show({
      search: chosen,
      events: [
        moving,
        { type: "full.pressed", slot: fullSlot },
        { type: "swap.confirmed", other: otherAppointment },
        commandEnded(refused),
      ],
    })
    expect(textOf(document.querySelector(".move-form"))).toContain(notBoth.message)
    expect(document.querySelector(".move-times")).not.toBeNull()
  })

  it("says on which days a visit of a series is possible, and why none of a day is offered", async () => {
    const stageDays = "Follow-up is possible from Nov 27 on: at least 7 days after First visit on Nov 20."
    const early = sampleAvailability.slots.map((slot) => ({ ...slot, why: "stage" as const }))
    const later = { ...sampleSlot, slotId: SlotId.make(31), date: "2026-11-27" }
    const times = { ...sampleAvailability, slots: early, stageDays, first: [later] }
    await show({ search: chosen, events: [moving], times })
    const dialog = document.querySelector(".move-dialog")
    expect(textOf(dialog)).toContain(stageDays)
    expect(textOf(dialog)).toContain("This visit is not possible on this day. The next free times:")
    expect([...document.querySelectorAll(".move-times button")].map(textOf)).toEqual(["Fri, Nov 27, 9:30 AM 3 seats"])
  })

  it("says that the time was taken meanwhile, and keeps what was asked", async () => {
    const { sent } = await show({
      search: chosen,
      events: [
        moving,
        { type: "target.changed", to: anotherDay },
        { type: "asked.confirmed", slotId: sampleSlot.slotId },
        commandEnded({
          verb: "move",
          subject: { appointment: bookedAppointment, reason: null, slotId: sampleSlot.slotId },
          outcome: "refused",
          problem: timeTaken,
          seen: { id: bookedAppointment.hashedId, version: bookedAppointment.version },
        }),
      ],
    })
    expect(textOf(document.body)).toContain("Someone else took the last seat of this time.")
    const offered = [...document.querySelectorAll<HTMLElement>(".move-form .notice button")]
    expect(offered.map(textOf)).toEqual(["Nov 23, 12:30 PM"])
    offered[0]?.click()
    expect(sent).toEqual([{ type: "asked.confirmed", slotId: 91 }])
    expect(await accessibilityFaults()).toEqual([])
  })
})
