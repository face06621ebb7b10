import { Context, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { moveClock, readClock } from "./clock.ts"
import { Demo } from "./Demo.ts"
import { listHandsets, readHandset, replyFrom } from "./handsets.ts"
import { readHistory } from "./histories.ts"
import { SimulatedPhones } from "./SimulatedPhones.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { storeServices } from "#server/store/storeServices.ts"
import { Feed } from "#server/http/Feed.ts"

/** The demo's clock, phones and histories, for the acting company; outside the demo every call is answered as absent. */
export const demoHandlers = HttpApiBuilder.group(
  Api,
  "Demo",
  Effect.fn(function* (handlers) {
    const demo = yield* Demo
    const feed = yield* Feed
    const services = (yield* storeServices).pipe(
      Context.add(MovableClock, yield* MovableClock),
      Context.add(SimulatedPhones, yield* SimulatedPhones),
    )
    const withServices = Effect.provideContext(services)
    const company = Effect.flatMap(CurrentPerson, ({ actingCompanyId }) =>
      demo.isOn ? Effect.succeed(actingCompanyId) : Effect.fail(notFound()),
    )

    return handlers
      .handle(
        "GetClock",
        Effect.fn("Demo.GetClock")(function* () {
          return reply(yield* readClock(yield* company))
        }, withServices),
      )
      .handle(
        "MoveClock",
        Effect.fn("Demo.MoveClock")(function* ({ payload }) {
          const companyId = yield* company
          yield* moveClock(payload.now)
          yield* feed.announce(null, "clock", "clock")
          return reply(yield* readClock(companyId))
        }, withServices),
      )
      .handle(
        "GetHandsets",
        Effect.fn("Demo.GetHandsets")(function* () {
          return reply(yield* listHandsets(yield* company, ""))
        }, withServices),
      )
      .handle(
        "SearchHandsets",
        Effect.fn("Demo.SearchHandsets")(function* ({ payload }) {
          return reply(yield* listHandsets(yield* company, payload.search))
        }, withServices),
      )
      .handle(
        "GetHandset",
        Effect.fn("Demo.GetHandset")(function* ({ payload }) {
          return reply(yield* readHandset(yield* company, payload.phone))
        }, withServices),
      )
      .handle(
        "SendReply",
        Effect.fn("Demo.SendReply")(function* ({ payload }) {
          const companyId = yield* company
          const handset = yield* replyFrom(companyId, payload)
          yield* feed.announce(companyId, "handset", "handset")
          return reply(handset)
        }, withServices),
      )
      .handle(
        "GetHistory",
        Effect.fn("Demo.GetHistory")(function* ({ query }) {
          yield* company
          return reply(yield* readHistory(yield* CurrentPerson, query.thing, query.id))
        }, withServices),
      )
  }),
)
