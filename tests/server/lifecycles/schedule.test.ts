import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { scheduleLifecycle, scheduleTable } from "#machines/lifecycles/schedule.lifecycle.ts"
import type { ScheduleEvent } from "#schemas/scheduling/events.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { location } from "#tests/support/contractRequests.ts"
import { sections, slotAt } from "#tests/support/scheduleSamples.ts"
import { morning, monday, schedulingClient, schedulingOn } from "#tests/support/scheduling.ts"
import { takenByEvents } from "./taken.ts"

type Type = ScheduleEvent["_tag"]

const { paths } = pathsOf(scheduleLifecycle, {})

/** What may be done to the schedule of a new location. Each saving and each replicating brings another slot. */
const open = Effect.gen(function* () {
  const { Location, Scheduler } = yield* schedulingClient
  const made = yield* Location.SaveLocation({ headers: {}, payload: { hashedId: null, location } })
  const { hashedId } = made.data
  let minute = 0
  const slot = () => slotAt(`09:${String((minute += 1)).padStart(2, "0")}`, "10:00")
  const calls = {
    ScheduleSaved: Effect.suspend(() =>
      Scheduler.SaveScheduler({ headers: {}, payload: { hashedId, sections, days: [morning(monday, [slot()])] } }),
    ),
    SlotsReplicated: Effect.suspend(() =>
      Scheduler.Replicate({
        headers: {},
        payload: {
          ...({ hashedId, apptSection: 2, mode: "Range", startDate: monday, endDate: monday } as const),
          ...({ existing: "replace", week: [{ day: 1, slots: [slot()] }] } as const),
        },
      }),
    ),
    ScheduleChangeUndone: Scheduler.UndoScheduler({ headers: {}, payload: { hashedId } }),
    ScheduleCleared: Scheduler.DeleteScheduler({ headers: {}, query: { hashedId } }),
  } satisfies Readonly<Record<Type, unknown>>
  const canBeUndone = Scheduler.GetSchedulerDetails({
    query: { hashedId, startDate: monday, endDate: monday },
  }).pipe(Effect.map(({ data }) => data.lastChange !== null))
  return { calls, canBeUndone }
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of a schedule on the server",
  (it) => {
    it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
      "is the chart's, and what the chart does not take is refused: %s",
      ([types]) =>
        Effect.gen(function* () {
          const companyId = yield* freshCompany()
          yield* Effect.gen(function* () {
            const { calls, canBeUndone } = yield* open
            let expected: ReturnType<typeof scheduleTable.next> = scheduleTable.initial
            for (const type of types) {
              yield* calls[type]
              expected = scheduleTable.next(expected ?? "empty", type)
              expect(yield* canBeUndone).toBe(expected === "changed")
              const allowed = scheduleTable.allowed(expected ?? "empty")
              for (const wish of ["ScheduleChangeUndone", "ScheduleCleared"] as const)
                if (!allowed.includes(wish))
                  expect(yield* Effect.flip(calls[wish])).toMatchObject({ problem: "NotAllowedNow", allowed })
            }
          }).pipe(asCompany(companyId))
        }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(scheduleLifecycle)
        expect(declaredTransitions(scheduleLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
