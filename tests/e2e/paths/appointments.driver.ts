import { outputOf } from "#machines/session/command.machine.ts"
import type { AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { words } from "#schemas/words.ts"
import { appointmentReadAgain, appointmentsWalk } from "#tests/machines/scheduling/appointments.walk.ts"
import { verbUnderWay } from "#tests/machines/session/command.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { inDialog, pressUnderMore } from "./dialogs.ts"
import { cancelAppointment, newAppointment } from "./things.ts"

const inDialogs = new Set([
  ...["reason.chosen", "target.changed", "notice.chosen", "asked.confirmed", "asked.dismissed"],
  ...["full.pressed", "full.closed", "overbook.confirmed", "swap.confirmed"],
])

/** What can be done to an appointment as it stands; where that is one thing, nothing else is tried. */
const walkOf = (verbs: ReadonlyArray<string>, outcomes: ReadonlyArray<string> = ["done", "refused"]): ChartWalk => ({
  ...appointmentsWalk,
  events: (appointmentsWalk.events ?? []).filter(({ type, appointment }) =>
    appointment === undefined
      ? verbs.length > 1 && (type !== "swap.confirmed" || verbs.includes("swap"))
      : appointment !== appointmentReadAgain && verbs.includes(type.split(".")[0] ?? ""),
  ),
  outcomes: {
    command: (appointmentsWalk.outcomes?.["command"] ?? []).filter((event) => {
      const { verb, outcome } = outputOf({ event })
      return verbs.includes(verb) && outcomes.includes(outcome)
    }),
    download: verbs.length > 1 ? (appointmentsWalk.outcomes?.["download"] ?? []) : [],
  },
  allows: (snapshot, event) => {
    if (!(appointmentsWalk.allows?.(snapshot, event) ?? true)) return false
    const { value, context } = snapshot as unknown as AppointmentsSnapshot
    if (value === "acting") return event.type === "xstate.done.actor.command"
    if (value === "downloading") return event.type.endsWith(".actor.download")
    // Of the places that it can move to, the own one has a full time.
    if (event.type === "full.pressed") return context.asked?.to?.near === null
    if (value !== "looking") return inDialogs.has(event.type)
    return !("appointment" in event) || (context.last === null && context.search["id"] !== undefined)
  },
  key: (snapshot) => {
    const { search, last } = (snapshot as unknown as AppointmentsSnapshot).context
    return ["id" in search, last?.outcome, verbUnderWay(snapshot)]
  },
})

const swapping = walkOf(["move", "swap"])
const toSwap = new Set(["move.pressed", "full.pressed", "swap.confirmed"])

/** Appointments: one of the path's own next to its day. */
export const appointmentsDriver = (): Driver => {
  const change = "**/api/Appointment/ChangeStatus"
  return {
    reach: 0,
    walks: {
      booked: walkOf(["confirm", "cancel", "move"]),
      swapping: { ...swapping, events: (swapping.events ?? []).filter(({ type }) => toSwap.has(type)) },
      // Whoever waits in the demo may fit or not.
      cancelled: walkOf(["offer"], ["refused"]),
      // The last: they change what the page reads.
      due: walkOf(["arrive"], ["refused"]),
      begun: walkOf(["miss"], ["refused"]),
      arrived: walkOf(["fulfill"], ["refused"]),
    },
    holds: {
      ...{ confirm: change, arrive: change, miss: change, fulfill: change, cancel: change },
      move: "**/api/Appointment/Reschedule",
      swap: "**/api/Appointment/Swap",
      offer: "**/api/Appointment/OfferSlot",
      download: "**/api/Appointment/DownloadCalendar?*",
    },
    actions: [words["appointment.keep"], words["appointment.cancel.confirm"]],
    open: async (stage: Stage) => {
      const { hashedId, date, at } = await newAppointment(stage)
      if (stage.situation === "cancelled") await cancelAppointment(stage, hashedId)
      // Only times to come can be booked: the page reads of one that has begun, and of a patient who is there.
      if (stage.situation === "due" || stage.situation === "begun" || stage.situation === "arrived")
        await stage.page.route("**/api/Appointment/GetAppointmentDetail*", async (route) => {
          // The path may end before the answer comes.
          const answer = await route.fetch().catch(() => null)
          if (answer === null) return
          const text = await answer.text()
          const begun = text
            .replaceAll(/"startsAt":"[^"]*"/g, '"startsAt":"2026-01-05T15:00:00.000Z"')
            .replaceAll(/"date":"[^"]*"/g, '"date":"2026-01-05"')
          const body =
            stage.situation === "arrived" ? begun.replaceAll('"status":"booked"', '"status":"arrived"') : begun
          await route.fulfill({ response: answer, body })
        })
      await reopen(stage, `/appointment?day=${date}&at=${at}&id=${hashedId}`)
      await stage.page.locator(".quick-look .history").waitFor()
    },
    handlers: {
      "confirm.pressed": ({ press }) => press(words["appointment.confirm"]),
      "arrive.pressed": ({ press }) => press(words["appointment.arrive"]),
      "offer.pressed": ({ press }) => press(words["appointment.offer"]),
      "fulfill.pressed": ({ press }) => press(words["appointment.fulfill"]),
      "miss.pressed": ({ press }) => press(words["appointment.miss"]),
      "cancel.pressed": ({ press }) => press(words["appointment.cancel"]),
      "move.pressed": ({ press }) => press(words["appointment.move"]),
      "calendar.pressed": (stage) => pressUnderMore(stage, words["appointments.calendar.file"]),
      "reason.chosen": ({ page }) => page.getByLabel(words["appointment.reason.clinic"]).check(),
      "notice.chosen": ({ page }) => page.getByRole("dialog").getByLabel(words["appointment.notice.none"]).check(),
      "target.changed": ({ page }) =>
        page.getByRole("dialog").getByLabel(words["appointment.move.place"]).selectOption({ label: "Lake Merritt" }),
      "asked.confirmed": async (stage, { event }) =>
        event["slotId"] === null
          ? inDialog(stage, words["appointment.cancel.confirm"])
          : stage.page.locator(".move-times button:enabled").first().click(),
      // The last one has one seat, which no other path overbooks.
      "full.pressed": ({ page, situation }) => {
        const full = page.locator(".move-full button:enabled")
        return (situation === "swapping" ? full.last() : full.first()).click()
      },
      "full.closed": (stage) => inDialog(stage, words["appointment.move.full.back"]),
      "overbook.confirmed": ({ page }) =>
        page
          .locator(".move-full-one")
          .getByRole("button", { name: words["appointment.move.overbook"].split(" ")[0] })
          .click(),
      "swap.confirmed": ({ page }) =>
        page
          .locator(".move-full-one")
          .getByRole("button", { name: /^Swap with/u })
          .click(),
      "asked.dismissed": (stage) => inDialog(stage, words["appointment.keep"]),
      "url.changed": ({ press }, { event }) =>
        press("id" in (event["search"] as object) ? words["appointments.view.list"] : words["part.close"]),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.command": async (stage, step) => {
        const { verb, problem } = outputOf(step)
        const route = await stage.held(verb)
        if (problem !== null) return route.fulfill({ status: Number(problem.statusCode), json: problem })
        return route.continue()
      },
    },
  }
}
