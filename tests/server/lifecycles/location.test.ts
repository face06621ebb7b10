import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { locationLifecycle, locationTable } from "#machines/lifecycles/location.lifecycle.ts"
import { Api } from "#schemas/api.ts"
import type { HashedId } from "#schemas/ids.ts"
import type { LocationEvent } from "#schemas/scheduling/events.ts"
import { locationHandlers } from "#server/program/contract.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { location as draft } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

type Type = LocationEvent["_tag"]

const { paths } = pathsOf(locationLifecycle, {})
const wishes = ["LocationDisabled", "LocationEnabled"] as const
const absent = "AbsentLocation00000000"

/** What may be done to a location that is not saved yet. Each saving brings another name. */
const open = Effect.fnUntraced(function* () {
  const { Location } = yield* HttpApiTest.groups(Api, ["Location"])
  let hashedId: HashedId | null = null
  let names = 0
  const save = Effect.suspend(() =>
    Location.SaveLocation({
      headers: {},
      payload: { hashedId, location: { ...draft, name: `Location ${(names += 1)}` } },
    }),
  ).pipe(Effect.tap(({ data }) => Effect.sync(() => (hashedId = data.hashedId))))
  const change = (action: "disable" | "enable") =>
    Effect.suspend(() =>
      Location.ChangeState({
        headers: {},
        payload: { hashedId: hashedId ?? absent, action },
      }),
    )
  const calls = {
    LocationCreated: save,
    LocationRevised: save,
    LocationDisabled: change("disable"),
    LocationEnabled: change("enable"),
    CalendarFeedMade: Effect.suspend(() =>
      Location.MakeCalendarFeed({ headers: {}, payload: { hashedId: hashedId ?? absent, naming: "number" } }),
    ),
    CalendarFeedWithdrawn: Effect.suspend(() =>
      Location.WithdrawCalendarFeed({ headers: {}, payload: { hashedId: hashedId ?? absent } }),
    ),
  } satisfies Readonly<Record<Type, unknown>>
  const state = Effect.map(Location.GetLocations({ query: {} }), ({ data }) => data[0]?.status)
  return { calls, state }
})

layer(Layer.provideMerge(locationHandlers, Layer.provideMerge(callingAs, storeOn(embeddedDatabase))), {
  excludeTestServices: true,
  timeout: 60_000,
})("the life of a location on the server", (it) => {
  it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
    "is the chart's, and what the chart does not take is refused: %s",
    ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        yield* Effect.gen(function* () {
          const { calls, state } = yield* open()
          let expected: Parameters<typeof locationTable.allowed>[0] = locationTable.initial
          for (const type of types) {
            yield* calls[type]
            expected = locationTable.next(expected, type) ?? expected
            expect(yield* state).toBe(expected)
            const allowed = locationTable.allowed(expected)
            for (const wish of wishes)
              if (!allowed.includes(wish))
                expect(yield* Effect.flip(calls[wish])).toMatchObject({ problem: "NotAllowedNow", allowed })
            expect(yield* state).toBe(expected)
          }
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("took every transition of the chart, and no other", () =>
    Effect.gen(function* () {
      const { taken, strange } = yield* takenByEvents(locationLifecycle)
      expect(declaredTransitions(locationLifecycle).filter((name) => !taken.has(name))).toEqual([])
      expect(strange).toEqual([])
    }),
  )
})
