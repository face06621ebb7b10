import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentLink, type PatientCaller } from "#schemas/caller.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import type { CommandContext } from "#server/handle.ts"
import { CorrelationId } from "#server/http/Correlation.ts"
import { callsOf } from "#server/http/handlers.ts"
import {
  acceptByLink,
  bookByLink,
  cancelByLink,
  confirmByLink,
  declineByLink,
  extendByLink,
  holdByLink,
  moveByLink,
  releaseByLink,
  waitByLink,
} from "./patientBooking.commands.ts"
import { countOpening } from "./opening.commands.ts"
import { readLink, readPlaces, readTimes, readVisit } from "./patientBooking.queries.ts"

type CommandHeaders = { readonly "idempotency-key"?: string }

/** The caller with the context of their command: no account did it, and the network address is no one's to keep. */
const commanding = Effect.fnUntraced(function* (headers: CommandHeaders) {
  const caller = yield* CurrentLink
  const correlationId = yield* CorrelationId
  const context: CommandContext = {
    commandId: headers["idempotency-key"] ?? correlationId,
    ...{ actorId: null, companyId: null, sessionId: null, address: null, correlationId },
    actingCompanyId: caller.subject.companyId,
  }
  return [caller, context] as const
})

const visitNow = Effect.fnUntraced(function* (caller: PatientCaller) {
  return reply((yield* readVisit(caller)) ?? (yield* Effect.die("An appointment was changed and is not there")))
})

/** The calls of the patient's own page, by their link. */
export const patientBookingCalls = callsOf("Booking", {
  GetLink: Effect.fn("Booking.GetLink")(function* () {
    return reply(yield* readLink(yield* CurrentLink))
  }),

  Open: Effect.fn("Booking.Open")(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    yield* countOpening(yield* CurrentLink, headers["user-agent"] ?? "")
    return reply({})
  }),

  GetTimes: Effect.fn("Booking.GetTimes")(function* ({ query: { hashedId, startDate } }) {
    const caller = yield* CurrentLink
    const place = (yield* readPlaces(caller)).find((one) => one.hashedId === hashedId)
    if (place === undefined) return yield* Effect.fail(notFound())
    return reply(yield* readTimes(caller, place, startDate))
  }),

  Hold: Effect.fn("Booking.Hold")(function* ({ headers, payload }) {
    const [caller, context] = yield* commanding(headers)
    yield* holdByLink(caller, context, payload.slotId)
    return yield* visitNow(caller)
  }),

  Extend: Effect.fn("Booking.Extend")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* extendByLink(caller, context)
    return yield* visitNow(caller)
  }),

  Release: Effect.fn("Booking.Release")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* releaseByLink(caller, context)
    return reply(yield* readLink(caller))
  }),

  Book: Effect.fn("Booking.Book")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* bookByLink(caller, context)
    return yield* visitNow(caller)
  }),

  Confirm: Effect.fn("Booking.Confirm")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* confirmByLink(caller, context)
    return yield* visitNow(caller)
  }),

  Move: Effect.fn("Booking.Move")(function* ({ headers, payload }) {
    const [caller, context] = yield* commanding(headers)
    yield* moveByLink(caller, context, payload.slotId)
    return yield* visitNow(caller)
  }),

  Cancel: Effect.fn("Booking.Cancel")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* cancelByLink(caller, context)
    return reply(yield* readLink(caller))
  }),

  Accept: Effect.fn("Booking.Accept")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* acceptByLink(caller, context)
    return reply(yield* readLink(caller))
  }),

  Decline: Effect.fn("Booking.Decline")(function* ({ headers }) {
    const [caller, context] = yield* commanding(headers)
    yield* declineByLink(caller, context)
    return reply(yield* readLink(caller))
  }),

  Wait: Effect.fn("Booking.Wait")(function* ({ headers, payload }) {
    const [caller, context] = yield* commanding(headers)
    yield* waitByLink(caller, context, payload.hashedId)
    return reply(yield* readLink(caller))
  }),
})
