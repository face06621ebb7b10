import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { ReportQuestion } from "#schemas/reporting/reportQuestion.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { ofLanguage } from "#server/outreach/templates/message.rule.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { demoIds, seededDemo } from "#tests/support/seededDemo.ts"

const company = demoIds.northwind
const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededDemo))
const makeClient = HttpApiTest.groups(Api, ["Report"])
const year = { startDate: "2025-12-01", endDate: "2026-11-21" }
const unknown = "Zz".repeat(11)

const inAll = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, everyCompany } = yield* Database
    return yield* everyCompany(sql.unsafe<A>(text))
  })

const peopleOf = (query: ReportQuestion) =>
  Effect.gen(function* () {
    const { Report } = yield* makeClient
    const { data } = yield* Report.GetReport({ query })
    return data.figures.find(({ name }) => name === "People")?.value
  })

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a report that is narrowed", (it) => {
  it.effect("refuses what does not exist with a sentence of its own", () =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data: choices } = yield* Report.GetReportChoices()
      const [template, ladder] = [choices.templates[0]?.hashedId ?? "", choices.multiCampaigns[0]?.hashedId ?? ""]
      const refusals: ReadonlyArray<readonly [ReportQuestion, string]> = [
        [{ templateHashedId: unknown }, "This template does not exist. Choose one of those offered."],
        [{ templateVersion: "1" }, "Choose the template that the version is of."],
        [
          { templateHashedId: template, templateVersion: "99999" },
          "No campaign was launched with this version. Choose one of those offered.",
        ],
        [{ multiCampaignHashedId: unknown }, "This multi-campaign does not exist. Choose one of those offered."],
        [{ step: "1" }, "Choose the multi-campaign that the step is of."],
        [{ multiCampaignHashedId: ladder, step: "998" }, "This step does not exist. Choose one of those offered."],
        [{ locationHashedId: unknown }, "This location does not exist. Choose one of those offered."],
      ]
      for (const [query, message] of refusals) {
        expect(yield* Effect.flip(Report.GetReport({ query }))).toMatchObject({ problem: "Invalid", message })
        expect(yield* Effect.flip(Report.GetReportedPeople({ query }))).toMatchObject({ message })
      }
    }).pipe(asCompany(company)),
  )

  it.effect("counts people by the language of the text that their campaign has for them", () =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data: choices } = yield* Report.GetReportChoices()
      const { startDate, endDate } = year
      const people = yield* inAll<{ language: string | null; translations: ReadonlyArray<string> }>(
        `select p.language, array(select t.language from template_translations t where t.company_id = n.company_id
           and t.template_id = n.template_id and t.version = n.template_version and t.state in ('reviewed', 'approved')) as translations
         from recipients r join campaign_runs n using (company_id, campaign_id) join patients p using (company_id, patient_id)
         where r.company_id = ${company} and (coalesce(r.sent_at, r.updated_at) at time zone 'America/Los_Angeles')::date
           between '${startDate}' and '${endDate}'`,
      )
      const got = people.map(
        ({ language, translations }) => ofLanguage(new Map(translations.map((one) => [one, one])), language) ?? "en",
      )
      const counts = new Map(choices.languages.map((one) => [one, got.filter((language) => language === one).length]))
      expect([...counts.values()].every((count) => count > 0) && counts.size > 1).toBe(true)
      for (const [language, count] of counts)
        expect([language, yield* peopleOf({ ...year, language })]).toEqual([language, count])
      const { data } = yield* Report.GetReport({ query: { ...year, language: "es" } })
      expect([data.appointments, data.narrowed]).toEqual([undefined, [{ by: "language", name: "es" }]])
    }).pipe(asCompany(company)),
  )

  it.effect("counts at a location whose text is about an appointment there, or led to one", () =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data: choices } = yield* Report.GetReportChoices()
      const [there] = yield* inAll<{ hashedId: string; id: number; count: number }>(
        `select h.hashed_id as "hashedId", a.location_id as id, count(*)::int as count from read_models a
         join hashed_ids h on h.company_id = a.company_id and h.kind = 'location' and h.id = a.location_id
         where a.company_id = ${company} and a.category = 'appointment' and a.state in ('booked', 'confirmed', 'fulfilled')
         group by 1, 2 order by 3 desc limit 1`,
      )
      if (there === undefined) return yield* Effect.die("the demo has no appointments")
      expect(choices.locations.map(({ hashedId }) => hashedId)).toContain(there.hashedId)
      const query = { ...year, locationHashedId: there.hashedId }
      const before = (yield* peopleOf(query)) ?? 0
      const ids = yield* inAll<{ id: number }>(
        `select id from read_models where company_id = ${company} and category = 'appointment' and location_id = ${there.id}
           and state in ('booked', 'confirmed', 'fulfilled') and campaign_id is null order by id limit 2`,
      )
      const rows = yield* inAll<{ campaign: number; recipient: number }>(
        `select campaign_id as campaign, recipient_id as recipient from recipients where company_id = ${company}
           and about is null and sent_at between '2026-06-01' and '2026-11-20' order by campaign_id, recipient_id limit 3`,
      )
      const [one, other, third] = rows
      expect([ids.length, rows.length]).toEqual([2, 3])
      const of = (row: typeof one) =>
        `company_id = ${company} and campaign_id = ${row?.campaign} and recipient_id = ${row?.recipient}`
      yield* inAll(`update recipients set about = 'appointment-${ids[0]?.id}' where ${of(one)} or ${of(other)}`)
      yield* inAll(
        `update read_models set row = row || '{"campaignId": ${third?.campaign}, "recipientId": ${third?.recipient}}'
         where company_id = ${company} and category = 'appointment' and id = ${ids[1]?.id}`,
      )
      expect(yield* peopleOf(query)).toBe(before + 3)
      const { data } = yield* Report.GetReport({ query })
      expect(data.appointments?.byLocation.map(({ locationHashedId }) => locationHashedId)).toEqual([there.hashedId])
    }).pipe(asCompany(company)),
  )

  it.effect("shows no one at a location who may not see appointments", () =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data } = yield* Report.GetReportChoices()
      expect(data.locations).toEqual([])
      const query = { ...year, locationHashedId: unknown }
      const payload = { ...query, fileType: "csv" } as const
      const refused = [
        yield* Effect.flip(Report.GetReport({ query })),
        yield* Effect.flip(Report.GetReportedPeople({ query })),
        yield* Effect.flip(Report.DownloadExportData({ query: { type: "csv" }, payload })),
      ]
      for (const one of refused) expect(one).toMatchObject({ problem: "Forbidden" })
    }).pipe(asCompany(company, { accessIds: [2, 3, 4, 17] })),
  )
})
