import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { appointmentCalendar } from "#server/scheduling/calendar/calendar.queries.ts"
import { calendarText, type CalendarEntry } from "#server/scheduling/calendar/calendar.rule.ts"
import { bookedAppointment } from "#tests/support/bookingSamples.ts"

const entry: CalendarEntry = {
  uid: "abc@admin-view",
  sequence: 3,
  changedAt: "2026-10-20T15:00:00.000Z",
  startsAt: "2026-11-23T17:00:00.000Z",
  endsAt: "2026-11-23T17:30:00.000Z",
  zone: "America/Los_Angeles",
  summary: "NW-204418",
  place: "Eastmont",
  isCancelled: false,
}

/** What another reader of iCalendar makes of it. */
const readBack = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = calendar.getAllSubcomponents("vtimezone").map((zone) => new ICAL.Timezone(zone))
  const events = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component)
    const zone = zones.find(({ tzid }) => tzid === String(component.getFirstProperty("dtstart")?.getParameter("tzid")))
    const start = event.startDate.clone()
    if (zone !== undefined) start.zone = zone
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      wall: event.startDate.toString(),
      startsAt: start.toJSDate().toISOString(),
      status: component.getFirstPropertyValue("status"),
      stamp: String(component.getFirstPropertyValue("dtstamp")),
    }
  })
  return { zones: zones.map(({ tzid }) => tzid), events }
}

describe("a calendar of appointments", () => {
  it("is read back by another program with what it knows each appointment by", () => {
    const { zones, events } = readBack(calendarText({ name: "Eastmont" }, [entry]))
    expect(zones).toEqual(["America/Los_Angeles"])
    expect(events).toEqual([
      {
        ...{ uid: "abc@admin-view", sequence: 3, summary: "NW-204418", location: "Eastmont" },
        ...{ wall: "2026-11-23T09:00:00", startsAt: "2026-11-23T17:00:00.000Z", status: "CONFIRMED" },
        stamp: "2026-10-20T15:00:00Z",
      },
    ])
  })

  it("keeps wall time and instant on both sides of a clock change, and both hours that it repeats", () => {
    const instants = [
      "2026-10-31T16:00:00.000Z",
      "2026-11-02T17:00:00.000Z",
      "2027-03-13T17:00:00.000Z",
      "2027-03-15T16:00:00.000Z",
    ]
    const { events } = readBack(
      calendarText(
        { name: "Eastmont" },
        instants.map((startsAt) => ({ ...entry, startsAt, endsAt: startsAt, uid: startsAt })),
      ),
    )
    expect(events.map(({ startsAt }) => startsAt)).toEqual(instants)
    expect(events.map(({ wall }) => wall.slice(11))).toEqual(Array.from(instants, () => "09:00:00"))
  })

  it.each(["America/New_York", "America/Phoenix", "Pacific/Honolulu", "America/Anchorage", "Europe/Berlin"])(
    "tells the instant in %s",
    (zone) => {
      const { zones, events } = readBack(calendarText({ name: "Place" }, [{ ...entry, zone }]))
      expect(zones).toEqual([zone])
      expect(events.map(({ startsAt }) => startsAt)).toEqual([entry.startsAt])
    },
  )

  it("cancels an appointment under its own id with a higher sequence", () => {
    const { events } = readBack(calendarText({ name: "Eastmont" }, [{ ...entry, sequence: 4, isCancelled: true }]))
    expect(events).toMatchObject([{ uid: "abc@admin-view", sequence: 4, status: "CANCELLED" }])
  })

  it("takes a name for text: no line of it becomes a property, and quotes, commas and other scripts stay", () => {
    const summary = 'Ana "Nita" O’Neil, 花子; \\ \r\nSTATUS:CANCELLED\r\nBEGIN:VALARM'
    const text = calendarText({ name: summary }, [{ ...entry, summary, place: summary }])
    const { events } = readBack(text)
    expect(events).toHaveLength(1)
    expect(events[0]?.status).toBe("CONFIRMED")
    expect(events[0]?.summary).toBe(summary.replaceAll(/[\r\n]+/g, " "))
    expect(text).not.toMatch(/^BEGIN:VALARM/m)
  })

  it("has no line above 75 octets and ends each with CR LF (RFC 5545 §3.1)", () => {
    const long = "Zentrum für Überweisungen 花子 ".repeat(20).trim()
    const text = calendarText({ name: long }, [{ ...entry, summary: long, place: long }])
    const lines = text.split("\r\n")
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    expect(readBack(text).events[0]?.summary).toBe(long)
  })

  it("says of one appointment what its patient is given, and nothing of the patient", () => {
    const text = appointmentCalendar(bookedAppointment, { summary: "Northwind Clinics", place: "Eastmont, Oakland" })
    const { hashedId, version, startsAt, patient } = bookedAppointment
    expect(readBack(text).events).toMatchObject([
      {
        ...{ uid: `${hashedId}@admin-view`, sequence: version, startsAt: new Date(startsAt).toISOString() },
        ...{ summary: "Northwind Clinics", location: "Eastmont, Oakland", status: "CONFIRMED" },
      },
    ])
    expect(text).not.toContain(patient.lastName)
  })

  it("is the same bytes for the same appointments", () => {
    const made = () => calendarText({ name: "Eastmont", everyMinutes: 15 }, [entry])
    expect(made()).toBe(made())
  })
})
