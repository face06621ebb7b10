import { act, useSyncExternalStore, type ReactNode } from "react"
import { userEvent } from "vitest/browser"
import { describe, expect, it } from "vitest"
import { DateInput } from "#views/parts/DateField.tsx"
import { Now } from "#views/parts/Time.tsx"
import { TimeInput } from "#views/parts/TimeField.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { seenForm } from "#tests/support/seen.ts"

/** A value that a field changes, with all that it was set to. */
const makeValue = (first: string) => {
  const changes: Array<string> = []
  const listeners = new Set<() => void>()
  const read = (): string => changes.at(-1) ?? first
  const subscribe = (hear: () => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }
  const change = (value: string): void => {
    changes.push(value)
    for (const hear of listeners) hear()
  }
  return { changes, change, useValue: () => useSyncExternalStore(subscribe, read) }
}

const show = async (view: ReactNode, dark = false) => {
  const rendered = await render(<Now value={Date.parse("2026-11-23T15:42:00Z")}>{view}</Now>, {
    dark,
    zone: "America/New_York",
  })
  return rendered.container
}
const field = (): HTMLInputElement => document.querySelector<HTMLInputElement>("#when") as HTMLInputElement
const key = (keys: string) => act(() => userEvent.keyboard(keys))

const showDate = async (first: string, limits: { readonly min?: string; readonly max?: string } = {}, dark = false) => {
  const value = makeValue(first)
  const Shown = () => (
    <DateInput id="when" aria-label="When" value={value.useValue()} onChange={value.change} {...limits} />
  )
  await show(<Shown />, dark)
  return value.changes
}
const focusedDay = (): string | null => document.activeElement?.getAttribute("aria-label") ?? null
const openCalendar = async () => {
  await press("Choose a date")
  await expect.poll(focusedDay).toMatch(/20\d\d$/)
}

describe("a field for a day", () => {
  it("says its day in the product's way, and keeps what is being written until it is left", async () => {
    const changes = await showDate("2026-11-23")
    expect(field().value).toBe("Mon, Nov 23")
    await act(() => userEvent.fill(field(), "3/1/27"))
    expect(changes.at(-1)).toBe("2027-03-01")
    expect(field().value).toBe("3/1/27")
    await key("{Tab}")
    expect(field().value).toBe("Mon, Mar 1, 2027")
  })

  it("hands on what is no day as it was written, for the field to say so", async () => {
    const changes = await showDate("")
    await act(() => userEvent.fill(field(), "soon"))
    await key("{Tab}")
    expect([changes.at(-1), field().value]).toEqual(["soon", "soon"])
  })

  it("opens its calendar at its day, and is walked by keys as a date picker is", async () => {
    const changes = await showDate("2026-11-23")
    await openCalendar()
    const places: Array<string | null> = [focusedDay()]
    for (const one of ["{ArrowRight}", "{ArrowDown}", "{Home}", "{End}", "{PageUp}", "{Shift>}{PageDown}{/Shift}"]) {
      await key(one)
      places.push(focusedDay())
    }
    expect(places).toEqual([
      "Monday, November 23, 2026",
      "Tuesday, November 24, 2026",
      "Tuesday, December 1, 2026",
      "Sunday, November 29, 2026",
      "Saturday, December 5, 2026",
      "Thursday, November 5, 2026",
      "Friday, November 5, 2027",
    ])
    await key("{Enter}")
    expect(changes).toEqual(["2027-11-05"])
    await expect.poll(() => document.querySelector(".calendar")).toBeNull()
    expect(field().value).toBe("Fri, Nov 5, 2027")
  })

  it("opens by the arrow down, and Escape closes it without a change", async () => {
    const changes = await showDate("")
    field().focus()
    await key("{ArrowDown}")
    await expect.poll(focusedDay).toBe("Monday, November 23, 2026")
    await key("{Escape}")
    await expect.poll(() => document.querySelector(".calendar")).toBeNull()
    expect(changes).toEqual([])
  })

  it("offers no day outside its limits", async () => {
    const changes = await showDate("2026-11-23", { min: "2026-11-20", max: "2026-11-24" })
    await openCalendar()
    await key("{ArrowDown}")
    expect(focusedDay()).toBe("Tuesday, November 24, 2026")
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Thursday, November 19, 2026"]')?.click())
    expect(changes).toEqual([])
  })

  it.each([false, true])("is accessible, open too (dark: %s)", async (dark) => {
    await showDate("2026-11-23", { max: "2026-11-25" }, dark)
    await openCalendar()
    expect(await accessibilityFaults()).toEqual([])
  })
})

const showTime = async (first: string) => {
  const value = makeValue(first)
  const Shown = () => <TimeInput id="when" aria-label="When" value={value.useValue()} onChange={value.change} />
  await show(<Shown />)
  return value.changes
}
const options = () => [...document.querySelectorAll("[role=option]")].map(textOf)
const pointed = () =>
  textOf(document.querySelector(`#${CSS.escape(field().getAttribute("aria-activedescendant") ?? "none")}`))

describe("a field for a time", () => {
  it("is chosen from half hours, from the one it has", async () => {
    const changes = await showTime("09:00")
    field().focus()
    await key("{ArrowDown}")
    expect(pointed()).toBe("9:00 AM")
    await key("{ArrowDown}{Enter}")
    expect([changes, field().value, options()]).toEqual([["09:30"], "9:30 AM", []])
  })

  it("is written as people write it, also between the half hours", async () => {
    const changes = await showTime("")
    await act(() => userEvent.fill(field(), "9:17 pm"))
    expect([changes.at(-1), options()[0]]).toEqual(["21:17", "9:17 PM"])
    await key("{Tab}")
    expect(field().value).toBe("9:17 PM")
  })
})

describe("a field for a zone", () => {
  const showZone = async () => {
    const sent: Array<unknown> = []
    const form = seenForm({ when: "America/New_York" }, [], undefined, (event) => void sent.push(event))
    await show(<ZoneField form={form} id="f" name="when" label="Time zone" />)
    return sent
  }
  const zone = () => document.querySelector<HTMLInputElement>("#f-when") as HTMLInputElement

  it("has its usual name, and offers the usual ones with the time there", async () => {
    await showZone()
    expect(zone().value).toBe("Eastern Time")
    await act(() => userEvent.click(zone()))
    expect(options()[0]).toBe("Eastern TimeNew York, 10:42 AM")
    expect(options()[1]).toBe("Central TimeChicago, 9:42 AM")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("finds any other by its name or a place in it", async () => {
    const sent = await showZone()
    await act(() => userEvent.fill(zone(), "east nair"))
    expect(options()).toEqual(["East Africa TimeNairobi, 6:42 PM"])
    await key("{Enter}")
    expect(sent).toEqual([{ type: "field.changed", field: "when", value: "Africa/Nairobi" }])
  })

  it("says when none bears what is written, and is left as it was", async () => {
    const sent = await showZone()
    await act(() => userEvent.fill(zone(), "narnia"))
    expect(options()).toEqual(["No match"])
    await key("{Enter}{Tab}")
    expect([zone().value, sent.filter((event) => (event as { type: string }).type === "field.changed")]).toEqual([
      "Eastern Time",
      [],
    ])
  })
})
