import { Clock, Effect, type Scope } from "effect"
import { type Behaviour, type Plan, planFor } from "./behaviour.ts"
import type { MessageBook, SimulatedMessage } from "./messageBook.ts"
import type { MessageReports } from "./messageReports.ts"
import { makeTimetable } from "./timetable.ts"
import type { Workload } from "./workload.ts"

/** A text handed over by the server under test; `from` is the number it leaves from. */
type AcceptedText = Pick<SimulatedMessage, "from" | "to" | "body" | "service" | "statusCallback" | "key">

/** The phone networks and the people behind the simulated carrier. */
export type Network = {
  readonly planFor: (to: string, body: string) => Plan
  /** Takes a text: it is in the book at once. `carry` then lets its plan happen. */
  readonly accept: (text: AcceptedText, status: "queued" | "accepted" | "scheduled") => SimulatedMessage
  /** @param wait milliseconds until its turn comes, for one that is scheduled */
  readonly carry: (message: SimulatedMessage, plan: Plan, wait: number) => void
  /** A person's text to one of our numbers, now. */
  readonly reply: (person: string, sender: string, body: string) => SimulatedMessage
}

/** How the network behaves: `speed` 60 lets an hour's delays pass in a minute, Infinity in no time. */
export type NetworkConfig = { readonly behaviour: Behaviour; readonly seed: string; readonly speed: number }

type Step = { readonly message: SimulatedMessage; readonly plan: Plan; readonly at: "sent" | "end" | "reply" }

/** Twilio's standard words, which it obeys itself (Twilio: support for opt-out keywords, 2025). */
const stopWords = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "END", "QUIT", "CANCEL", "REVOKE", "OPTOUT"])
const startWords = new Set(["START", "YES", "UNSTOP"])
const stopAnswer = "You are unsubscribed and will get no more texts from this number. Reply START to get them again."
const startAnswer = "You will get texts from this number again. Reply STOP to unsubscribe."

const newSid = (): string => `SM${crypto.randomUUID().replaceAll("-", "")}`

/** Starts the network; ends with the scope. */
export const startNetwork = (
  config: NetworkConfig,
  book: MessageBook,
  reports: MessageReports,
  workload: Workload,
): Effect.Effect<Network, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock

    const write = (
      text: AcceptedText,
      direction: SimulatedMessage["direction"],
      status: SimulatedMessage["status"],
    ): SimulatedMessage => {
      const now = clock.currentTimeMillisUnsafe()
      const message: SimulatedMessage = {
        sid: newSid(),
        direction,
        ...text,
        created: now,
        status,
        errorCode: null,
        sent: direction === "outbound-api" ? null : now,
        updated: now,
      }
      book.add(message)
      return message
    }

    const reply = (person: string, sender: string, body: string): SimulatedMessage => {
      const own = { service: null, statusCallback: "", key: "" }
      const message = write({ ...own, from: person, to: sender, body }, "inbound", "received")
      const word = body.trim().toUpperCase()
      if (stopWords.has(word)) book.stop(sender, person)
      const startsAgain = startWords.has(word) && book.isStopped(sender, person)
      if (startsAgain) book.start(sender, person)
      if (startsAgain || stopWords.has(word)) {
        const answer = startsAgain ? startAnswer : stopAnswer
        write({ ...own, from: sender, to: person, body: answer }, "outbound-reply", "delivered")
      }
      reports.bring(message)
      return message
    }

    const change = (message: SimulatedMessage, status: SimulatedMessage["status"], errorCode: string | null) => {
      message.updated = clock.currentTimeMillisUnsafe()
      message.sent ??= message.updated
      message.status = status
      message.errorCode = errorCode
    }

    const happen = (step: Step) => {
      const { message, plan } = step
      if (message.status === "canceled") return
      if (step.at === "reply") {
        if (plan.reply !== null) reply(message.to, message.from, plan.reply)
        return
      }
      if (step.at === "sent") {
        change(message, "sent", null)
        if (plan.reports === "once") reports.report(message, "sent", null)
        return next("end", step, plan.endAfter)
      }
      const { status, errorCode } = plan.ending
      change(message, status, errorCode)
      if (plan.reports !== "none") reports.report(message, status, errorCode)
      if (plan.reports === "twiceBackwards") {
        reports.report(message, status, errorCode)
        reports.report(message, "sent", null)
        reports.report(message, "sent", null)
      }
      if (plan.reply !== null) next("reply", step, plan.replyAfter)
    }
    const timetable = yield* makeTimetable<Step>((step) => {
      happen(step)
      workload.finish()
    })
    const next = (at: Step["at"], { message, plan }: Omit<Step, "at">, millis: number) => {
      workload.begin()
      timetable.after(millis / config.speed, { message, plan, at })
    }

    return {
      planFor: (to, body) => planFor(config.behaviour, config.seed, to, body),
      accept: (text, status) => write(text, "outbound-api", status),
      carry: (message, plan, wait) => next("sent", { message, plan }, wait + plan.sentAfter),
      reply,
    }
  })
