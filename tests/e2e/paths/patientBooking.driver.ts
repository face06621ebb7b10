import { randomUUID } from "node:crypto"
import type { PatientBookingSnapshot } from "#machines/scheduling/patientBooking.machine.ts"
import type { Problem } from "#schemas/problem.ts"
import type { LinkDetails } from "#schemas/scheduling/patientBooking.ts"
import { patientPath } from "#schemas/scheduling/patientLink.ts"
import { patientWord, type PatientWordId } from "#schemas/scheduling/patientWords.ts"
import { patientLanguageOf } from "#views/scheduling/PatientBookingView.tsx"
import { patientBookingWalk } from "#tests/machines/scheduling/patientBooking.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import type { Driver, Handler, Stage } from "./driver.ts"

/** Which visit each deed leads to; an answer that no server gives to it would be a path of no one. */
const leadsTo: Readonly<Record<string, ReadonlyArray<string | undefined>>> = {
  hold: ["pending"],
  extend: ["pending"],
  release: [undefined],
  book: ["booked"],
  confirm: ["booked"],
  move: ["booked"],
  cancel: [undefined],
  accept: ["booked"],
  decline: [undefined],
  wait: [undefined],
}

/** What the page offers: a time where times are shown, other days once they are read, a way back where there is a visit. */
const walk: ChartWalk = {
  ...patientBookingWalk,
  allows: (snapshot, event) => {
    const now = snapshot as unknown as PatientBookingSnapshot
    const { deed, link, times } = now.context
    switch (event.type) {
      case "time.pressed":
        return times !== null
      case "days.chosen":
        return now.matches({ choosing: "picking" })
      case "place.chosen":
        return !now.matches({ choosing: "placeless" })
      case "keep.pressed":
        return (link?.visit ?? null) !== null
      case "xstate.done.actor.act":
        return (
          (leadsTo[deed.verb]?.includes((event["output"] as LinkDetails).visit?.status) ?? false) &&
          ((event["output"] as LinkDetails).offer !== null) === (deed.verb === "decline")
        )
      case "wait.pressed":
        return (link?.visit ?? null) === null
      default:
        return true
    }
  },
  key: ({ context: { link, asked, times, deed }, value }) => [
    ...[link?.canBook, link?.visit, link?.offer, asked === null, times === null],
    value === "acting" ? deed.verb : deed.verb === "move",
  ],
}

const press =
  (id: PatientWordId): Handler =>
  async ({ page, press: pressed }) =>
    pressed(patientWord((await page.locator(".patient-page").getAttribute("lang")) === "es" ? "es" : "en", id))

const answer =
  (actor: string): Handler =>
  async ({ held }, { event }) =>
    (await held(actor)).fulfill({ json: { data: event["output"] } })

const refuse = async ({ held }: Stage, actor: string, { problem, statusCode, ...rest }: Problem): Promise<void> => {
  const route = await held(actor)
  return problem === "Unreachable"
    ? route.abort()
    : route.fulfill({ status: Number(statusCode), json: { problem, statusCode, ...rest } })
}

const refuses =
  (actor: string): Handler =>
  (stage, { event }) =>
    refuse(stage, actor, event["error"] as Problem)

const headingOf = (now: PatientBookingSnapshot): PatientWordId | undefined => {
  const { link, deed } = now.context
  if (now.matches("dead")) return "dead"
  if (now.matches("unreachable")) return "unreachable"
  if (now.matches("over")) return "over"
  if (now.matches("closed")) return "closed"
  if (now.matches("opening") || now.matches({ choosing: "placeless" })) return undefined
  if (now.matches("offered") || (now.matches("acting") && ["accept", "decline"].includes(deed.verb))) return "offer"
  if (now.matches("unoffered")) return "unoffered.declined"
  const isChoosing = now.matches("choosing") || (now.matches("acting") && ["hold", "move"].includes(deed.verb))
  if (link?.visit?.status !== "booked") return "title"
  return isChoosing ? "moving" : "booked"
}

/**
 * The patient's own page. Only a text brings a link, so that the calls are answered here as the server does
 * (tests/server/scheduling/patientBooking).
 */
export const patientBookingDriver: Driver = {
  reach: 0,
  walks: { opened: walk },
  holds: {
    read: "**/api/Booking/GetLink",
    readTimes: "**/api/Booking/GetTimes?*",
    act: /\/api\/Booking\/(?:Hold|Extend|Release|Book|Confirm|Move|Cancel|Accept|Decline|Wait)$/,
  },
  promised: (snapshot) => {
    const now = snapshot as unknown as PatientBookingSnapshot
    const heading = headingOf(now)
    return { headings: heading === undefined ? [] : [patientWord(patientLanguageOf(now), heading)], actions: [] }
  },
  // A number before the token loads the page, where another token alone would not leave the document.
  open: async ({ page, origin }) => {
    await page.route("**/api/Booking/Open", (route) => route.fulfill({ json: { data: {} } }))
    return page.goto(`${origin}${patientPath}?${randomUUID()}#${"x".repeat(36)}`)
  },
  handlers: {
    "retry.pressed": press("retry"),
    "language.chosen": ({ page }) => page.locator(".patient-language select").selectOption("es"),
    "place.chosen": ({ page }) => page.locator(".patient-place select").selectOption("place-2"),
    "days.chosen": ({ page }) => page.locator(".patient-weeks button").last().click(),
    "time.pressed": ({ page }) => page.locator(".patient-grid .patient-time").first().click(),
    "extend.pressed": press("extend"),
    "release.pressed": press("release"),
    "book.pressed": press("book"),
    "confirm.pressed": press("confirm"),
    "accept.pressed": press("accept"),
    "decline.pressed": press("decline"),
    "wait.pressed": press("wait"),
    "move.pressed": press("move"),
    "keep.pressed": press("keep"),
    "cancel.pressed": press("cancel"),
    "cancel.confirmed": press("cancelYes"),
    "xstate.done.actor.read": answer("read"),
    "xstate.error.actor.read": refuses("read"),
    "xstate.done.actor.readTimes": answer("readTimes"),
    "xstate.error.actor.readTimes": refuses("readTimes"),
    // The page asks what the link shows once something was done by it.
    "xstate.done.actor.act": async (stage, step) => {
      await (await stage.held("act")).fulfill({ json: { data: {} } })
      await answer("read")(stage, step)
    },
    "xstate.error.actor.act": async (stage, { event }) => {
      const error = event["error"] as Problem
      await refuse(stage, "act", error)
      // What got no answer is sent once more.
      if (error.problem === "Unreachable") await refuse(stage, "act", error)
    },
  },
}
