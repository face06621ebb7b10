import { usualPreferences } from "#schemas/preferences.ts"
import { act } from "react"
import { afterEach, describe, expect, it } from "vitest"
import { page as browserPage } from "vitest/browser"
import {
  schedulerMachine,
  type SchedulerEvent,
  type SchedulerSnapshot,
} from "#machines/scheduling/scheduler.machine.ts"
import { valuesOf } from "#machines/scheduling/schedulerDraft.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import type { ReplicatePreview, ScheduleDetails, ScheduleSummary } from "#schemas/scheduling/schedule.ts"
import { planOf } from "#schemas/scheduling/weekGrid.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { SchedulerView } from "#views/scheduling/SchedulerView.tsx"
import { Now } from "#views/parts/Time.tsx"
import "#views/scheduling/scheduler.css"
import { formShows } from "#tests/machines/session/form.walk.ts"
import { sampleStroke, scheduleShows } from "#tests/machines/scheduling/scheduler.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { slotAt, replicate, samplePreview, sampleSchedule, sampleSchedulers } from "#tests/support/scheduleSamples.ts"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"

const admin: SignedInPerson = {
  userId: UserId.make(2),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Admin",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [11, 17],
}
const search = { id: sampleSchedule.hashedId }
const values = valuesOf(sampleSchedule)
const drafted = { ...values, strokes: [sampleStroke] }
const asked = { ...replicate, hashedId: sampleSchedule.hashedId }

const at = (...events: ReadonlyArray<object>) =>
  after(schedulerMachine, [scheduleShows(sampleSchedule), ...(events as never)], {
    search,
  }) as unknown as SchedulerSnapshot

type Shown = {
  readonly snapshot?: SchedulerSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly schedule?: Parameters<typeof seenReading<ScheduleDetails>>[0]
  readonly schedulers?: ReadonlyArray<ScheduleSummary>
  readonly form?: ReturnType<typeof seenForm>
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const { sent, send } = recorder<SchedulerEvent>()
  const snapshot = shown.snapshot ?? at()
  const rendered = await render(
    <Now value={Date.parse("2026-11-23T18:00:00Z")}>
      <SchedulerView
        page={{ snapshot, send }}
        url={pageUrl(shown.search ?? search).url}
        person={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
        schedulers={seenReading<ReadonlyArray<ScheduleSummary>>({ ready: shown.schedulers ?? sampleSchedulers })}
        schedule={seenReading<ScheduleDetails>(shown.schedule ?? { ready: sampleSchedule })}
        preview={seenReading<ReplicatePreview>({ ready: samplePreview })}
        form={shown.form ?? seenForm({ ...(snapshot.context.values ?? values) })}
        command={seenCommand(snapshot)}
        map="The map"
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/Los_Angeles" },
  )
  const cell = (row: number, day: number, band = 0) =>
    rendered.container.querySelector<HTMLElement>(`[data-cell="${band} ${row} ${day}"]`) as HTMLElement
  const key = (name: string, options: KeyboardEventInit = {}): void =>
    act(() => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...options }),
      )
    })
  const button = (name: string) =>
    [...rendered.container.querySelectorAll("button")].find(
      (one) => (one.getAttribute("aria-label") ?? textOf(one)) === name,
    ) as HTMLButtonElement
  return { ...rendered, sent, cell, key, button }
}

afterEach(() => browserPage.viewport(1280, 900))

describe("the scheduler", () => {
  it.each([
    ["a schedule", {}],
    ["nothing chosen", { search: {}, schedule: "idle" }],
    ["no locations", { schedulers: [], search: {}, schedule: "idle" }],
    ["a schedule on its way", { schedule: "loading" }],
    ["a schedule that did not come", { schedule: { failed: unreachable() } }],
    ["settings", { snapshot: at({ type: "settings.opened", apptSection: 1 }) }],
    ["changes", { snapshot: at(formShows(drafted), { type: "review.opened" }) }],
    ["replicating", { snapshot: at({ type: "replicate.opened", asked, week: asked.week }) }],
    ["chosen slots", { snapshot: at({ type: "slots.selected", selected: ["2026-11-24 09:30"] }) }],
    ["the dark", { dark: true }],
  ] as ReadonlyArray<readonly [string, Shown]>)("is accessible with %s", async (_, shown) => {
    await show(shown)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is accessible on a narrow screen, where one day stands under the other", async () => {
    await browserPage.viewport(390, 844)
    const { container } = await show({ snapshot: at({ type: "day.chosen", day: 2 }) })
    expect(await accessibilityFaults()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect([...container.querySelectorAll(".day-time")].map(textOf).slice(0, 3)).toEqual([
      "9:00 AM",
      "9:30 AM",
      "10:00 AM",
    ])
  })

  it("offers the map in the schedule's room while no location is chosen", async () => {
    const { container } = await show({ search: {}, schedule: "idle" })
    expect(textOf(container)).not.toContain("The map")
    const pressed = (of: HTMLElement) => [...of.querySelectorAll(".places-head [aria-pressed=true]")].map(textOf)
    expect(pressed(container)).toEqual(["List"])
    const map = await show({ search: { places: "map" }, schedule: "idle" })
    expect([textOf(map.container).includes("The map"), pressed(map.container)]).toEqual([true, ["Map"]])
    const list = () => map.container.querySelector<HTMLElement>(".places")?.checkVisibility()
    expect(list()).toBe(true)
    await browserPage.viewport(390, 844)
    // One over the other there is no room for both: the map comes right after the choice.
    expect(list()).toBe(false)
    await browserPage.viewport(1280, 800)
    const chosen = await show({ search: { ...search, places: "map" } })
    expect([textOf(chosen.container).includes("The map"), pressed(chosen.container)]).toEqual([false, ["List"]])
  })

  it("says of each cell what it holds", async () => {
    const { cell } = await show()
    const labels = [cell(0, 2), cell(2, 2), cell(1, 3), cell(0, 4), cell(0, 0)].map((one) =>
      textOf(one.querySelector(".visually-hidden")),
    )
    expect(labels).toEqual([
      "24 Tuesday 9:00 AM, 1 of 4 booked",
      "24 Tuesday 10:00 AM, full, 4 of 4 booked",
      "25 Wednesday 9:30 AM, no slot",
      "26 Thursday 9:00 AM, closed: Thanksgiving",
      "22 Sunday 9:00 AM, cannot be painted",
    ])
  })

  it("is one tab stop: arrows move in it, and on into the next section", async () => {
    const { container, cell, key } = await show()
    const grid = container.querySelector<HTMLElement>("[role=grid]") as HTMLElement
    act(() => grid.focus())
    expect(document.activeElement).toBe(cell(0, 0))
    expect(grid.tabIndex).toBe(-1)
    key("ArrowRight")
    key("End")
    expect(document.activeElement).toBe(cell(2, 1))
    key("ArrowDown")
    expect(document.activeElement).toBe(cell(0, 1, 1))
    act(() => cell(0, 1, 1).blur())
    expect(grid.tabIndex).toBe(0)
  })

  it("paints and clears by Space, a whole day with Ctrl, and never takes what is booked", async () => {
    const { sent, cell, key } = await show()
    act(() => cell(1, 3).focus())
    key(" ")
    expect(sent.at(-1)).toMatchObject({ type: "slots.edited", stroke: sampleStroke, selected: ["2026-11-25 09:30"] })
    act(() => cell(0, 2).focus())
    key(" ", { ctrlKey: true })
    const [day] = (sent.at(-1) as Extract<SchedulerEvent, { type: "slots.edited" }>).stroke
    expect(day?.slots.map(({ start }) => start)).toEqual(["09:00", "10:00"])
    key("z", { ctrlKey: true })
    expect(sent.at(-1)).toEqual({ type: "stroke.undone" })
    key("PageDown")
    expect(sent.at(-1)).toEqual({ type: "week.changed", week: "2026-11-29" })
  })

  it("copies the day of the cursor to the next one by Ctrl D, and goes there", async () => {
    const { sent, cell, key } = await show()
    act(() => cell(1, 2).focus())
    key("d", { ctrlKey: true })
    const [day] = (sent.at(-1) as Extract<SchedulerEvent, { type: "slots.edited" }>).stroke
    expect([day?.date, day?.slots.map(({ start }) => start)]).toEqual(["2026-11-25", ["09:00", "09:30", "10:00"]])
    expect(document.activeElement).toBe(cell(1, 3))
    const told = sent.length
    key("d")
    expect(sent).toHaveLength(told)
  })

  it("says what is wrong with the plan to fill by at its fields, and adds nothing then", async () => {
    const { container, button } = await show({
      snapshot: at(
        { type: "settings.opened", apptSection: 1 },
        { type: "plan.changed", apptSection: 1, plan: { ...planOf(1, []), minutes: 0, capacity: 501 } },
      ),
    })
    const field = (name: string) => container.querySelector(`#fill-${name}`) as HTMLInputElement
    const said = (name: string) => textOf(container.querySelector(`#${field(name).getAttribute("aria-describedby")}`))
    expect(["minutes", "capacity"].map((name) => [field(name).value, said(name)])).toEqual([
      ["0", "Enter 1 to 1,440 minutes."],
      ["501", "Enter 1 to 500 seats."],
    ])
    expect(button("No slot to add").disabled).toBe(true)
    // The card still says what would be painted.
    expect(container.querySelector(".section-card")?.textContent).not.toContain("501")
  })

  it("says at its field what is wrong with a day to replicate to, in place of a count", async () => {
    const wrong = { ...asked, mode: "Range", startDate: "2026-12-07", endDate: "Feb 30" } as const
    const { container, button } = await show({
      snapshot: at({ type: "replicate.opened", asked, week: asked.week }, { type: "replicate.changed", asked: wrong }),
    })
    expect(textOf(container.querySelector("#replicate-endDate-error"))).toBe(
      "Enter the last day, for example Nov 23, 2026.",
    )
    expect(container.querySelector("#replicate-startDate-error")).toBeNull()
    expect(container.querySelector(".squares")).toBeNull()
    expect(button("Replicate to 0 days").disabled).toBe(true)
  })

  it("keeps a day that is no date yet while it is written", async () => {
    const [first, ...others] = values.sections
    const { container } = await show({
      snapshot: at(formShows({ ...values, sections: [{ ...first, endDate: "Feb 30" }, ...others] })),
    })
    expect(container.querySelector(".section-card")?.textContent).toContain("Feb 30")
  })

  it("extends by Shift, and changes the seats of all that is chosen", async () => {
    const first = await show()
    act(() => first.cell(0, 2).focus())
    first.key("ArrowDown", { shiftKey: true })
    const chosen = first.sent.at(-1)
    expect(chosen).toEqual({ type: "slots.selected", selected: ["2026-11-24 09:00", "2026-11-24 09:30"] })
    const { sent, cell, key } = await show({ snapshot: at(chosen as object) })
    act(() => cell(0, 2).focus())
    key("+")
    const [day] = (sent.at(-1) as Extract<SchedulerEvent, { type: "slots.edited" }>).stroke
    expect(day?.slots.map(({ capacity }) => capacity)).toEqual([5, 5, 4])
  })

  it.each(["mouse", "touch", "pen"])(
    "paints by the %s: the chart hears begin and end, no frame between",
    async (by) => {
      const { container, sent, cell } = await show()
      const grid = container.querySelector<HTMLElement>("[role=grid]") as HTMLElement
      grid.setPointerCapture = () => undefined
      const middle = (one: HTMLElement) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return {
          clientX: left + width / 2,
          clientY: top + height / 2,
          bubbles: true,
          button: 0,
          pointerId: 1,
          pointerType: by,
        }
      }
      const [from, to] = [cell(1, 3), cell(2, 5)]
      // A finger on a cell that can be painted scrolls nothing.
      expect(getComputedStyle(from).touchAction).toBe("none")
      act(() => void from.dispatchEvent(new PointerEvent("pointerdown", middle(from))))
      act(() => void grid.dispatchEvent(new PointerEvent("pointermove", middle(cell(1, 5)))))
      act(() => void grid.dispatchEvent(new PointerEvent("pointermove", middle(to))))
      expect(sent.map(({ type }) => type)).toEqual(["paint.began"])
      act(() => void grid.dispatchEvent(new PointerEvent("pointerup", middle(to))))
      const ended = sent.at(-1) as Extract<SchedulerEvent, { type: "slots.edited" }>
      expect(ended.stroke.map(({ date, slots }) => [date, slots.length])).toEqual([
        ["2026-11-25", 3],
        ["2026-11-27", 2],
      ])
    },
  )

  it("drops a stroke that the browser takes for itself, as it does a finger’s", async () => {
    const { container, sent, cell } = await show()
    const grid = container.querySelector<HTMLElement>("[role=grid]") as HTMLElement
    grid.setPointerCapture = () => undefined
    const by = (type: string, one: HTMLElement) => {
      const { left, top } = one.getBoundingClientRect()
      const at = { clientX: left + 4, clientY: top + 4 }
      return new PointerEvent(type, { ...at, bubbles: true, button: 0, pointerId: 1, pointerType: "touch" })
    }
    act(() => void cell(1, 3).dispatchEvent(by("pointerdown", cell(1, 3))))
    act(() => void grid.dispatchEvent(by("pointermove", cell(2, 4))))
    act(() => void grid.dispatchEvent(by("pointercancel", cell(2, 4))))
    act(() => void grid.dispatchEvent(by("pointerup", cell(2, 4))))
    expect(sent.map(({ type }) => type)).toEqual(["paint.began", "paint.dropped"])
    expect(container.querySelector<HTMLElement>(".paint-box:not([hidden])")).toBeNull()
  })

  it("tells the two hours apart that come on the day the clock goes back, in the cells of that day", async () => {
    const night = [slotAt("01:30", "01:45"), slotAt("01:30", "01:45", { isLater: true })]
    const schedule: ScheduleDetails = {
      ...{ ...sampleSchedule, timezone: "America/New_York", closedDays: [] },
      ...{ startDate: "2027-11-07", endDate: "2027-11-13" },
      slots: night.map((time, place) => ({
        ...{
          ...sampleSchedule.slots[0]!,
          ...time,
          slotId: SlotId.make(900 + place),
          apptSection: 1,
          date: "2027-11-07",
        },
        startsAt: `2027-11-07T0${5 + place}:30:00.000Z`,
        endsAt: `2027-11-07T0${5 + place}:45:00.000Z`,
      })),
    }
    const snapshot = after(schedulerMachine, [scheduleShows(schedule)] as never, {
      search,
    }) as unknown as SchedulerSnapshot
    const { container } = await show({ snapshot, schedule: { ready: schedule } })
    const zones = [...container.querySelectorAll(".week-zone")].map((one) => [
      one.textContent,
      textOf(one.closest("[role=gridcell]")),
    ])
    expect(zones).toEqual([
      ["EDT", expect.stringContaining("1:30 AM EDT (first)")],
      ["EST", expect.stringContaining("1:30 AM EST (second)")],
    ])
  })

  it("offers nothing else while changes are not saved, and says why", async () => {
    const { container, button } = await show({ snapshot: at(formShows(drafted)) })
    expect(button("Save").disabled).toBe(false)
    expect(textOf(button("Review 1 change"))).toBe("Review 1 change")
    expect(button("Undo").disabled).toBe(true)
    expect(textOf(container)).toContain("Save or discard your changes first.")
  })

  it("keeps the draft where someone changed the schedule first", async () => {
    const form = seenForm({ ...drafted }, [
      { type: "submit.pressed" },
      {
        type: "xstate.error.actor.submit",
        error: problem("StaleVersion", "Someone changed this first."),
        actorId: "submit",
      },
    ])
    const { container, cell } = await show({ snapshot: at(formShows(drafted)), form })
    expect(textOf(container)).toContain("Someone changed this first")
    expect(textOf(cell(1, 3))).toContain("0 of 4 booked")
  })

  it("clears a schedule only for those who may", async () => {
    const { container } = await show({ accessIds: [11] })
    expect(textOf(container.querySelector(".menu-reasons"))).toContain("Clear schedule")
    const { sent } = await show()
    await press("Clear schedule")
    expect(sent.at(-1)).toMatchObject({ type: "clear.pressed", subject: { version: 3 } })
  })

  it("counts what replicating would do, names the bookings that stay, and the change of clocks", async () => {
    const snapshot = at(
      { type: "replicate.opened", asked, week: asked.week },
      { type: "xstate.after.choosingPause.scheduler.side.replicate.pausing" },
    )
    const { container, sent } = await show({ snapshot })
    expect(textOf(container)).toContain("Bookings outside the new times")
    expect(textOf(container)).toContain("Clocks go forward on")
    await press("Replicate to 3 days")
    expect(sent.at(-1)).toMatchObject({ type: "replicate.pressed", subject: { replicate: asked } })
  })
})
