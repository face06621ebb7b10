import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { UserId, type CampaignId } from "#schemas/ids.ts"
import { peopleIn, progressOf } from "#schemas/outreach/progress.ts"
import { exportCells, exportHeader } from "#server/reporting/exports/exportTable.rule.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { readCampaignDetail } from "#server/outreach/campaigns/campaign.queries.ts"
import { exportPages, readParts } from "#server/reporting/exports/exportRows.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { countedOutcomes } from "#tests/support/outcomeDrift.ts"
import { demoIds, seededDemo } from "#tests/support/seededDemo.ts"

const company = demoIds.northwind
const zone = "America/Los_Angeles"
const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededDemo))

const inAll = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, everyCompany } = yield* Database
    return yield* everyCompany(sql.unsafe<A>(text))
  })

/** The company's newest campaign, all of it sent today, and some people of it opted out before the text or on its way. */
const campaignOfToday = Effect.gen(function* () {
  const [campaign] = yield* inAll<{ id: CampaignId; hashedId: string }>(
    `select id, hashed_id as "hashedId" from hashed_ids h join read_models m using (company_id, id)
     where company_id = ${company} and kind = 'campaign' and category = 'campaign' order by row ->> 'launchedOn' desc nulls last limit 1`,
  )
  if (campaign === undefined) return yield* Effect.die("the demo has no campaign")
  const ofCampaign = `company_id = ${company} and campaign_id = ${campaign.id}`
  const stopped = (people: number, marks: string) =>
    inAll(`update recipients set state = 'optedOut', reason = null, ${marks}
           where ${ofCampaign} and recipient_id in
             (select recipient_id from recipients where ${ofCampaign} and state = 'delivered' limit ${people})`)
  yield* inAll(`update recipients set sent_at = '2026-11-21T14:00Z' where ${ofCampaign} and sent_at is not null`)
  yield* inAll(`update recipients set updated_at = '2026-11-21T14:00Z' where ${ofCampaign}`)
  yield* stopped(3, "sent_at = null, delivered_at = null, opted_out_at = '2026-11-21T13:00Z'")
  yield* stopped(2, "delivered_at = null, opted_out_at = '2026-11-21T14:30Z'")
  yield* stopped(4, "replied_at = '2026-11-21T14:30Z', opted_out_at = '2026-11-21T14:30Z'")
  yield* inAll(`delete from campaign_counts where ${ofCampaign}`)
  yield* inAll(`insert into campaign_counts (company_id, campaign_id, state, people)
    select company_id, campaign_id, state, count(*) from recipients where ${ofCampaign} group by 1, 2, 3`)
  yield* inAll(`delete from outcome_counts where ${ofCampaign}`)
  yield* inAll(`insert into outcome_counts select * from (${countedOutcomes}) r where ${ofCampaign}`)
  return campaign
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("one finished campaign", (it) => {
  it.effect("has the same numbers on its page, in the report, on the dashboard and in the export", () =>
    Effect.gen(function* () {
      const { id, hashedId } = yield* campaignOfToday
      const client = yield* HttpApiTest.groups(Api, ["Report"])
      const detail = yield* readCampaignDetail(company, id, UserId.make(1))
      if (detail === undefined) return yield* Effect.die("the campaign is gone")
      const share = Object.fromEntries(progressOf(detail.counts).map(({ part, people }) => [part, people]))
      const onPage = {
        delivered: share["delivered"] ?? 0,
        failed: share["failed"] ?? 0,
        replied: peopleIn(detail.counts, ["replied", "optedOut"]),
        optedOut: peopleIn(detail.counts, ["optedOut"]),
      }
      expect(onPage.optedOut).toBe(4)
      expect(share["underway"]).toBe(2)
      expect(detail.excluded.reduce((sum, { count }) => sum + count, 0)).toBe(share["leftOut"])
      expect(Object.values(share).reduce((sum, people) => sum + people, 0)).toBe(detail.total)

      const { data: report } = yield* client.Report.GetReport({ query: { campaignHashedId: hashedId } })
      const figure = (name: string) => report.figures.find((one) => one.name === name)?.value
      expect({
        delivered: figure("Delivered"),
        failed: figure("Failed"),
        replied: figure("Replied"),
        optedOut: figure("Opted out"),
      }).toEqual(onPage)
      expect(figure("Sent")).toBe(detail.sent)
      expect([figure("People"), figure("Left out"), figure("On its way")]).toEqual([detail.total, share["leftOut"], 2])

      expect(report.optOuts.reduce((sum, { people }) => sum + people, 0)).toBe(onPage.optedOut)

      const { data: home } = yield* client.Report.GetDashboard()
      expect(home.days?.at(-1)).toEqual({ day: "2026-11-21", ...onPage, underway: 2, sent: detail.sent })
      expect(report.byDay.filter(({ delivered }) => delivered > 0)).toEqual([home.days?.at(-1)])

      const scope = { companyId: company, campaignId: id, range: null }
      const rows = (yield* Stream.runCollect(exportPages(scope, yield* readParts(scope)))).flat()
      const header = exportHeader(zone)
      const cells = rows.map((row) => exportCells(row, zone))
      const filled = (column: string) => cells.filter((row) => row[header.indexOf(`${column} (${zone})`)] !== "").length
      expect({
        delivered: filled("Delivered"),
        failed: filled("Failed"),
        replied: filled("Replied"),
        optedOut: filled("Opted out"),
      }).toEqual(onPage)
      const states = cells.map((row) => row[header.indexOf("State")])
      expect(states.filter((state) => state === "Left out")).toHaveLength(share["leftOut"] ?? 0)
    }).pipe(asCompany(company)),
  )
})
