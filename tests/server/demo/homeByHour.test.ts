import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { makeDashboard } from "#server/reporting/dashboard/dashboard.queries.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"

const everything = { userType: 2, accessIds: [1, 3, 4, 5, 7, 9, 12, 15, 17] } as const
const hour = 3_600_000
/** Thursday the 19th of November 2026, 0:00 where Northwind is, in milliseconds since 1970. */
const midnight = Date.UTC(2026, 10, 19, 8)

/** The demo as it is seeded at an hour of Northwind's day. */
const seededAt = (hours: number) =>
  reportHandlers.pipe(
    Layer.provideMerge(callingAs),
    Layer.provideMerge(seededOn(embeddedDatabase, midnight + hours * hour)),
  )

const inLine = ({ running = [] }: Dashboard) =>
  running.map(({ counts }) => ({ held: counts["held"] ?? 0, queued: counts["queued"] ?? 0 }))

for (const hours of [3, 14, 20.9, 8.001, 23.9])
  layer(seededAt(hours), { excludeTestServices: true, timeout: 60_000 })(`Home of a demo seeded at ${hours}`, (it) => {
    it.effect("shows a campaign that is being sent, with an end to come", () =>
      Effect.gen(function* () {
        const home = yield* makeDashboard(demoIds.northwind, everything)
        const [campaign] = home.running ?? []
        expect(home.runningCount).toBe(1)
        expect(Date.parse(campaign?.endsAt ?? "")).toBeGreaterThan(midnight + hours * hour)
        const [line = { held: 0, queued: 0 }] = inLine(home)
        const isDay = hours >= 8 && hours < 21
        expect(isDay ? line.queued : line.held).toBeGreaterThan(0)
        if (!isDay) expect(Date.parse(home.held?.from ?? "")).toBeGreaterThan(midnight + hours * hour)
        expect(home.nextSends?.length).toBeGreaterThan(0)
        expect(home.days?.filter(({ sent }) => sent > 0).length).toBeGreaterThan(2)
      }),
    )
  })

layer(seededAt(14), { excludeTestServices: true, timeout: 60_000 })("a number of today on Home", (it) => {
  it.effect("counts as many people as the list that it leads to", () =>
    Effect.gen(function* () {
      const { Report } = yield* HttpApiTest.groups(Api, ["Report"])
      const today = (yield* makeDashboard(demoIds.northwind, everything)).days?.at(-1)
      if (today === undefined) throw new Error("Home has no days")
      const shares = [
        "sent",
        "delivered",
        "replied",
        "optedOut",
        "failed",
      ] as const satisfies ReadonlyArray<ReportedShare>
      for (const share of shares) {
        const { counts } = yield* Report.GetReportedPeople({
          query: { share, startDate: today.day, endDate: today.day, pageSize: 1 },
        })
        expect([share, counts?.["all"]]).toEqual([share, today[share]])
      }
      expect(today.sent).toBeGreaterThan(0)
    }).pipe(asCompany(demoIds.northwind)),
  )
})
