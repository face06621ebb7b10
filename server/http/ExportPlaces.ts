import { Context, Effect, Layer, type Scope } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Person } from "#schemas/caller.ts"
import { exportAgainSeconds } from "#schemas/constants.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { ask, leave, noExports, type Wish } from "#server/reporting/exports/exportQueue.rule.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { CallRates } from "./CallRates.ts"
import { sayRetryAfter } from "./retryAfter.ts"

const ordinals = new Intl.PluralRules("en", { type: "ordinal" })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" }
const ordinal = (place: number): string => `${place}${endings[ordinals.select(place)] ?? "th"}`

const refuse = Effect.fnUntraced(function* (place: number) {
  yield* sayRetryAfter(exportAgainSeconds)
  return yield* Effect.fail(problem("Queued", `Other files are being made. Yours is ${ordinal(place)} in the queue.`))
})

/**
 * Keeps exports from taking the database and the process away from everyone else: at most so many at once as
 * `maxExports` says. In memory, each process for itself.
 */
export class ExportPlaces extends Context.Service<
  ExportPlaces,
  {
    /**
     * Takes a place until the call's scope closes. Fails with Queued while there is none, and says the place in the
     * queue, which is kept for who asks again within seconds.
     */
    readonly enter: (wish: Wish) => Effect.Effect<void, Problem, Scope.Scope | HttpServerRequest.HttpServerRequest>
  }
>()("admin-view/http/ExportPlaces") {
  static readonly layer = Layer.effect(
    ExportPlaces,
    Effect.gen(function* () {
      const realTime = yield* RealTime
      let queue = noExports
      return ExportPlaces.of({
        enter: (wish) =>
          Effect.acquireRelease(
            Effect.suspend(() => {
              const asked = ask(queue, wish, realTime())
              queue = asked.queue
              return asked.place === 0 ? Effect.void : refuse(asked.place)
            }),
            () => Effect.sync(() => (queue = leave(queue, wish))),
          ),
      })
    }),
  )
}

/** Lets a person's export in: it takes its place among others, and counts once it has one. Fails with Queued and TooManyRequests. */
export const enterExports = Effect.fnUntraced(function* ({ userId, actingCompanyId }: Person, asked: object) {
  yield* (yield* ExportPlaces).enter({ userId, asked: JSON.stringify([actingCompanyId, asked]) })
  yield* (yield* CallRates).count("export", userId)
})
