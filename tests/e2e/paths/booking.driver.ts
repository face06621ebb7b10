import { words } from "#schemas/words.ts"
import type { BookingSnapshot, WrittenPatient } from "#machines/scheduling/booking.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { bookingWalk } from "#tests/machines/scheduling/booking.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { announceChange, reopen } from "./actions.ts"
import type { Driver, Stage } from "./driver.ts"
import { freshName, bookablePlace, workForNorthwind } from "./things.ts"

/** What is in the way is held for five minutes on the page’s clock; no path waits so long with an answer under way. */
const walk: ChartWalk = {
  ...bookingWalk,
  allows: (snapshot, event) => {
    if (bookingWalk.allows?.(snapshot, event) === false) return false
    const { value, context } = snapshot as unknown as BookingSnapshot
    if (JSON.stringify(value).includes("typing"))
      return event.type.startsWith("xstate.after") || event.type === "search.changed"
    if (value === "holding" || JSON.stringify(value).includes("acting"))
      return event.type === "xstate.done.actor.command"
    if (value === "writing") return event.type === "xstate.done.actor.form"
    // The lists show nothing of a booking that is under way.
    if (event.type === "url.changed") return JSON.stringify(value).includes("looking")
    if (context.search["tab"] !== undefined) return false
    // A patient is chosen from those who were looked for.
    if (event.type === "patient.chosen") return context.searched !== "" || value === "known"
    return true
  },
}

/** Booking: a patient and a location of the path’s own, a time, a hold, and what becomes of it. */
export const bookingDriver = (): Driver => {
  let place: Awaited<ReturnType<typeof bookablePlace>>
  const slots = ({ page }: Pick<Stage, "page">) => page.locator("button.slot")
  return {
    reach: 0,
    walks: { open: walk },
    holds: {
      hold: "**/api/Appointment/HoldSlot",
      extend: "**/api/Appointment/ExtendHold",
      release: "**/api/Appointment/ReleaseSlot",
      wait: "**/api/Appointment/SaveWaitlistEntry",
      book: "**/api/Appointment/BookAppointment",
      form: "**/api/Database/SavePatient",
    },
    actions: [words["booking.book"], words["booking.release"], words["booking.another"]],
    open: async (stage) => {
      await workForNorthwind(stage)
      place = await bookablePlace(stage)
      await reopen(stage, "/bookAppointment")
      await stage.page.getByLabel(words["booking.search"]).waitFor()
    },
    handlers: {
      "search.changed": ({ page }, { event }) =>
        page
          .getByLabel(words["booking.search"])
          .fill(place.patient.slice(0, event["searched"] === "Lo" ? -1 : undefined)),
      "patient.chosen": async ({ page, press }) =>
        (await page.getByText(words["booking.known"]).isVisible())
          ? press(words["booking.known.choose"])
          : page.locator(".choice-row").first().click(),
      "new.pressed": async ({ page, press }) =>
        press(words[(await page.getByText(words["booking.known"]).isVisible()) ? "booking.known.back" : "booking.new"]),
      "xstate.done.actor.form": async (stage, { event }) => {
        const { value } = event["output"] as { readonly value: WrittenPatient | null }
        if (value === null) return stage.press(words["part.cancel"])
        const field = (name: string) => stage.page.locator(`#newPatient-${name}`)
        await field("firstName").fill("Ines")
        await field("lastName").fill(freshName("Duarte"))
        await field("phone").fill("(805) 555-0157")
        // Who has that id is on record.
        await field("externalId").fill(value.isNew ? "" : place.patient)
        await stage.press(words["booking.new.save"])
        return (await stage.held("form")).continue()
      },
      "patient.changed": ({ press }) => press(words["booking.change.patient"]),
      "stage.chosen": ({ page }) => page.getByLabel(words["booking.stage"]).selectOption({ label: "Follow-up" }),
      "location.chosen": ({ page }) => page.locator(".choice-row", { hasText: place.location }).click(),
      "location.changed": ({ press }) => press(words["booking.change.location"]),
      "week.chosen": ({ press }) => press(words["booking.week.after"]),
      "why.pressed": ({ page }) => page.locator("button.slot-closed").first().click(),
      "why.closed": ({ press }) => press(words["booking.explained.close"]),
      "hold.pressed": (stage) => slots(stage).and(stage.page.locator(":not(.slot-closed)")).first().click(),
      "overbook.pressed": ({ press }) => press(words["booking.overbook"]),
      "wait.pressed": ({ press }) => press(words["booking.wait"]),
      "note.changed": ({ page }) => page.getByLabel(words["booking.hold.note"]).fill("Brings her mother"),
      "notice.chosen": ({ page }) => page.getByLabel(words["appointment.notice.none"]).check(),
      "extend.pressed": ({ press }) => press(words["booking.extend"]),
      "release.pressed": ({ press }) => press(words["booking.release"]),
      "book.pressed": ({ press }) => press(words["booking.book"]),
      "another.pressed": ({ press }) => press(words["booking.another"]),
      "url.changed": ({ page }, { event }) =>
        page.evaluate(
          (search) => history.pushState(null, "", location.pathname + search),
          "tab" in (event["search"] as object) ? "?tab=booked" : "",
        ),
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
