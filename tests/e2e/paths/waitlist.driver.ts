import type { WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import { outputOf } from "#machines/session/command.machine.ts"
import { words } from "#schemas/words.ts"
import { waitlistWalk } from "#tests/machines/scheduling/waitlist.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleWaitlist } from "#tests/support/waitlistSamples.ts"
import { announceChange, reopen } from "./actions.ts"
import { inDialog } from "./dialogs.ts"
import type { Driver, Stage } from "./driver.ts"
import { bookablePlace } from "./things.ts"

/** What is done ends before anything else begins; the address changes while nothing is done. */
const walk: ChartWalk = {
  ...waitlistWalk,
  allows: (snapshot, event) => {
    if (waitlistWalk.allows?.(snapshot, event) === false) return false
    const { value, context } = snapshot as unknown as WaitlistSnapshot
    if (value === "acting") return event.type === "xstate.done.actor.command"
    if (value === "writing") return event.type === "xstate.done.actor.form"
    if (JSON.stringify(value).includes("typing")) return event.type.startsWith("xstate.after")
    if (value !== "looking") return event.type !== "url.changed" && event.type !== "feed.changed"
    // Next to the calendar there is no room for what can be done to each person.
    return context.search["view"] === "waitlist" && context.last === null
  },
}

const done = { statusCode: "200", status: "ok", data: {} }

/**
 * The waitlist with a round that does not end meanwhile: a real one is offered to the next person while paths wait for
 * their turn, so the page reads a sample, and its commands are answered in the server’s place. That they do what they
 * say is tested with the server.
 */
export const waitlistDriver = (): Driver => {
  let patient = ""
  const one = (stage: Stage, label: string) => stage.page.getByRole("button", { name: label, exact: true }).first()
  const named = (word: "accept" | "decline" | "change" | "remove", name: string) =>
    words[`waitlist.${word}.label`].replace("{name}", name)
  return {
    walks: { open: walk },
    holds: {
      next: "**/api/Appointment/OfferNext",
      stop: "**/api/Appointment/StopOffer",
      accept: "**/api/Appointment/AnswerOffer",
      decline: "**/api/Appointment/AnswerOffer",
      remove: "**/api/Appointment/RemoveWaitlistEntry",
      form: "**/api/Appointment/SaveWaitlistEntry",
    },
    within: "main, [role=dialog]",
    open: async (stage) => {
      patient = (await bookablePlace(stage)).patient
      await stage.context.route("**/api/Appointment/GetWaitlist", (route) =>
        route.fulfill({ json: { ...done, data: sampleWaitlist } }),
      )
      await reopen(stage, "/appointment?view=waitlist")
      await stage.page.locator(".waitlist-round").waitFor()
    },
    handlers: {
      "next.pressed": ({ page }) => page.locator(".waitlist-decide button").first().click(),
      "stop.pressed": (stage) => one(stage, words["waitlist.stop"]).click(),
      "accept.pressed": (stage) => one(stage, named("accept", "Maria Santos")).click(),
      "decline.pressed": (stage) => one(stage, named("decline", "Maria Santos")).click(),
      "remove.pressed": (stage) => one(stage, named("remove", "Omar Farouk")).click(),
      "change.pressed": (stage) => one(stage, named("change", "Omar Farouk")).click(),
      "add.pressed": (stage) => one(stage, words["waitlist.add"]).click(),
      "search.changed": ({ page }) => page.getByLabel(words["waitlist.choose.search"]).fill(patient),
      "patient.chosen": ({ page }) => page.locator(".waitlist-found button").first().click(),
      "choosing.dismissed": ({ press }) => press(words["part.cancel"]),
      "url.changed": ({ press }) => press(words["appointments.view.day"]),
      "feed.changed": (stage, { event }) => announceChange(stage, { thing: event["thing"], id: event["id"] }),
      "xstate.done.actor.form": async (stage) => {
        await stage.press(words["waitlist.form.save"])
        const route = await stage.held("form")
        await route.fulfill({ json: { ...done, data: { entryId: 1 } } })
      },
      "xstate.done.actor.command": async (stage, step) => {
        const { verb, problem } = outputOf(step)
        if (verb === "remove") await inDialog(stage, words["waitlist.remove"])
        const route = await stage.held(verb)
        if (problem !== null) return route.fulfill({ status: Number(problem.statusCode), json: problem })
        return route.fulfill({ json: verb === "next" ? { ...done, data: { roundId: 1 } } : done })
      },
    },
  }
}
