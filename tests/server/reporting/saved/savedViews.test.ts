import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { UserId, type CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { SavedViewDraft, SavedViewId } from "#schemas/reporting/savedView.ts"
import { Mailer, type Mail } from "#server/mail/Mailer.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { giveUpMail, mailSavedView, settleSavedView } from "#server/reporting/saved/reportMail.commands.ts"
import { readDueMails, type ReportMailJob } from "#server/reporting/saved/reportMail.queries.ts"
import { mailDueViews } from "#server/reporting/saved/savedView.job.ts"
import { savedViewProjection } from "#server/reporting/saved/savedView.projection.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { viewDraft } from "#tests/support/savedViewSamples.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const hour = 3_600_000
const day = 24 * hour
/** A Wednesday at noon in the zone of the companies of tests, and the first Monday after it at eight. */
const began = Date.parse("2026-11-18T17:00:00Z")
const monday = Date.parse("2026-11-23T13:00:00Z")

const client = HttpApiTest.groups(Api, ["Report"])
const moveTo = (at: number) => Effect.flatMap(MovableClock, (clock) => clock.move(at))
const views = Effect.flatMap(client, ({ Report }) => Effect.map(Report.GetSavedViews(), ({ data }) => data))
const save = (view: SavedViewDraft, hashedId: string | null = null) =>
  Effect.flatMap(client, ({ Report }) =>
    Effect.map(Report.SaveSavedView({ headers: {}, payload: { hashedId, view } }), ({ data }) => data),
  )
const open = (secret: string) =>
  Effect.flatMap(client, ({ Report }) => Effect.map(Report.OpenReportLink({ payload: { secret } }), ({ data }) => data))

const account = Effect.fnUntraced(function* (companyId: CompanyId, name: string, accessIds = "{4}") {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ userId: UserId }>`
    insert into accounts (company_id, issuer, subject, email, display_name, user_type, access_ids, is_active)
    values (${companyId}, 'test', ${`${name}-${companyId}`}, ${`${name}-${companyId}@clinic.example`}, ${name}, 3,
      ${accessIds}::int[], true) returning user_id as "userId"`)
  return row?.userId ?? (yield* Effect.die("The account got no number"))
})

/** A mailer that keeps what it is given, or refuses it. */
const keeping = () => {
  const sent: Array<Mail> = []
  const mailer = { isDown: false }
  const send = (mail: Mail) =>
    Effect.suspend(() => {
      if (mailer.isDown) return Effect.fail(problem("Unavailable", "The mail could not be sent."))
      sent.push(mail)
      return Effect.void
    })
  return { sent, mailer, given: Effect.provideService(Mailer, Mailer.of({ send })) }
}
const secretIn = (mail: Mail | undefined): string => /#([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? ""

/** A company with Anna and Bert, who may see reports, and Carl, who may not, since `began`. */
const withCompany = <A, E, R>(
  work: (of: {
    readonly companyId: CompanyId
    readonly anna: UserId
    readonly bert: UserId
    readonly carl: UserId
  }) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    yield* moveTo(began)
    const companyId = yield* freshCompany()
    const anna = yield* account(companyId, "Anna")
    const bert = yield* account(companyId, "Bert")
    const carl = yield* account(companyId, "Carl", "{3}")
    yield* work({ companyId, anna, bert, carl }).pipe(asCompany(companyId, { userId: anna }))
  })

const weekly = (...recipients: ReadonlyArray<UserId>) => viewDraft({ frequency: "weekly", weekdays: [1], recipients })

const settle = Effect.fnUntraced(function* (companyId: CompanyId, hashedId: string) {
  return yield* settleSavedView(companyId, yield* foundThing<SavedViewId>(companyId, savedViewProjection, hashedId))
})
const change = (companyId: CompanyId, set: string, userId: UserId) =>
  Effect.flatMap(Database, ({ sql, company }) =>
    company(companyId)(sql`update accounts set ${sql.literal(set)} where user_id = ${userId}`),
  )
const logged = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(sql<{ type: string; user: number | null; actor: number | null }>`
    select type, (data ->> 'userId')::int as user, (meta ->> 'actorId')::int as actor from events
    where company_id = ${companyId} and stream_id like 'audit-%' and type like 'Report%' order by pos`)
})

for (const [name, database] of testDatabases) {
  const services = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(storeOn(database)))
  layer(services, { excludeTestServices: true, timeout: 120_000 })(`saved views on ${name}`, (it) => {
    it.effect("are listed by name with their days, changed, and deleted; a name is taken once", () =>
      withCompany(({ companyId, anna, bert, carl }) =>
        Effect.gen(function* () {
          const { Report } = yield* client
          expect((yield* Report.GetReportReaders()).data).toEqual([
            { userId: anna, name: "Anna" },
            { userId: bert, name: "Bert" },
          ])
          const made = yield* save(weekly(anna))
          yield* save(viewDraft({ name: "A month", days: "lastMonth", search: { language: "es" } }))
          expect((yield* views).map((one) => [one.view.name, one.shown, one.next?.at ?? null])).toEqual([
            ["A month", { startDate: "2026-10-01", endDate: "2026-10-31" }, null],
            ["Weekly figures", { startDate: "2026-11-11", endDate: "2026-11-17" }, "2026-11-23T13:00:00.000Z"],
          ])
          expect(yield* Effect.flip(save(viewDraft({ name: "weekly FIGURES" })))).toMatchObject({
            problem: "AlreadyExists",
            errors: [{ field: "name" }],
          })
          expect(yield* Effect.flip(save(viewDraft({ ...weekly(carl), name: "For Carl" })))).toMatchObject({
            problem: "Invalid",
            errors: [{ field: "recipients" }],
          })
          const renamed = yield* save({ ...weekly(bert), name: "Mondays" }, made.hashedId)
          expect([renamed.hashedId, renamed.view.name, renamed.readers]).toEqual([
            made.hashedId,
            "Mondays",
            [{ userId: bert, name: "Bert" }],
          ])
          const stale = Report.SaveSavedView({
            headers: { "if-match": "1" },
            payload: { hashedId: made.hashedId, view: weekly(anna) },
          })
          expect(yield* Effect.flip(stale)).toMatchObject({ problem: "StaleVersion" })
          yield* Report.DeleteSavedView({ headers: {}, payload: { hashedId: made.hashedId } })
          expect((yield* views).map(({ view }) => view.name)).toEqual(["A month"])
          expect(yield* settle(companyId, made.hashedId).pipe(Effect.flip)).toMatchObject({ problem: "NotFound" })
        }),
      ),
    )

    it.effect("are at most 50 in a company", () =>
      withCompany(() =>
        Effect.gen(function* () {
          for (let number = 1; number <= 50; number += 1) yield* save(viewDraft({ name: `View ${number}` }))
          expect(yield* Effect.flip(save(viewDraft({ name: "One more" })))).toMatchObject({ problem: "NotAllowedNow" })
        }),
      ),
    )

    it.effect(
      "are mailed once for each recipient and time, of eight processes at once and of one that comes again",
      () =>
        withCompany(({ companyId, anna, bert }) =>
          Effect.gen(function* () {
            const { sent, given } = keeping()
            const { hashedId } = yield* save({ ...weekly(anna, bert), search: { language: "es" } })
            yield* moveTo(monday - 60_000)
            expect(yield* settle(companyId, hashedId)).toEqual([])
            yield* moveTo(monday)
            const settled = yield* Effect.all(
              Array.from({ length: 8 }, () => settle(companyId, hashedId)),
              { concurrency: "unbounded" },
            )
            const jobs = settled.flat()
            expect(jobs.map(({ userId, date }) => [userId, date])).toEqual([
              [anna, "2026-11-23"],
              [bert, "2026-11-23"],
            ])
            for (const job of [...jobs, ...jobs]) yield* mailSavedView(job).pipe(given)
            expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
              [`Anna-${companyId}@clinic.example`, "Weekly figures, Nov 16, 2026 – Nov 22, 2026"],
              [`Bert-${companyId}@clinic.example`, "Weekly figures, Nov 16, 2026 – Nov 22, 2026"],
            ])
            expect(yield* logged(companyId)).toEqual([
              { type: "ReportMailed", user: anna, actor: null },
              { type: "ReportMailed", user: bert, actor: null },
            ])
            expect((yield* views)[0]?.next?.date).toBe("2026-11-30")
          }),
        ),
    )

    it.effect("that came due while nothing ran are mailed once, for the last time that passed", () =>
      withCompany(({ companyId, anna }) =>
        Effect.gen(function* () {
          const { hashedId } = yield* save(weekly(anna))
          yield* moveTo(monday + 17 * day)
          expect((yield* settle(companyId, hashedId)).map(({ date }) => date)).toEqual(["2026-12-07"])
          expect(yield* settle(companyId, hashedId)).toEqual([])
          expect((yield* readDueMails).filter((job) => job.companyId === companyId)).toHaveLength(1)
        }),
      ),
    )

    it.effect("lead by their link to the report as it was for those days, which is recorded", () =>
      withCompany(({ companyId, anna, bert }) =>
        Effect.gen(function* () {
          const { sent, given } = keeping()
          const { hashedId } = yield* save({ ...weekly(anna), search: { language: "es" } })
          yield* moveTo(monday)
          for (const job of yield* settle(companyId, hashedId)) yield* mailSavedView(job).pipe(given)
          yield* save({ ...weekly(anna), search: {}, days: "last30" }, hashedId)
          const secret = secretIn(sent[0])
          const { sql, company } = yield* Database
          const stored = yield* company(companyId)(sql<{ text: string }>`
            select m::text as text from report_mails m where company_id = ${companyId}`)
          expect(stored[0]?.text).not.toContain(secret)
          const linked = { search: { language: "es" }, startDate: "2026-11-16", endDate: "2026-11-22" }
          expect(yield* open(secret).pipe(asCompany(companyId, { userId: bert }))).toEqual(linked)
          expect((yield* logged(companyId)).at(-1)).toEqual({ type: "ReportLinkOpened", user: null, actor: bert })
          const strange = yield* freshCompany()
          expect(yield* open(secret).pipe(asCompany(strange), Effect.flip)).toMatchObject({ problem: "Forbidden" })
          for (const part of ["x".repeat(43), secret.slice(0, 20)])
            expect(yield* open(part).pipe(Effect.flip)).toMatchObject({ problem: "NotFound" })
          yield* moveTo(monday + 7 * day - 1000)
          expect(yield* open(secret)).toEqual(linked)
          // The link was mailed a moment after its time, from which its days count.
          yield* moveTo(monday + 7 * day + hour)
          const expired = yield* open(secret).pipe(Effect.flip)
          expect(expired).toMatchObject({ problem: "NotFound" })
          expect(expired.message).toContain("expired")
          yield* moveTo(monday + hour)
          const { Report } = yield* client
          yield* Report.DeleteSavedView({ headers: {}, payload: { hashedId } })
          expect((yield* open(secret).pipe(Effect.flip)).message).toContain("deleted")
        }),
      ),
    )

    it.effect(
      "are not mailed to who lost the right, left, or is no recipient any more, and say when no one is left",
      () =>
        withCompany(({ companyId, anna, bert }) =>
          Effect.gen(function* () {
            const { sent, given } = keeping()
            const { hashedId } = yield* save(weekly(anna, bert))
            yield* change(companyId, "access_ids = '{3}'", bert)
            yield* moveTo(monday)
            const jobs = yield* settle(companyId, hashedId)
            expect(jobs.map(({ userId }) => userId)).toEqual([anna])
            yield* change(companyId, "is_active = false", anna)
            for (const job of jobs) yield* mailSavedView(job).pipe(given)
            expect(sent).toEqual([])
            const [view] = yield* views
            expect([view?.readers, view?.view.recipients]).toEqual([[], [anna, bert]])
            yield* moveTo(monday + 7 * day)
            expect(yield* settle(companyId, hashedId)).toEqual([])
            expect((yield* views)[0]?.next?.date).toBe("2026-12-07")
          }),
        ),
    )

    it.effect("that could not be mailed are tried again, and then say so until the next time", () =>
      withCompany(({ companyId, anna, bert }) =>
        Effect.gen(function* () {
          const { sent, mailer, given } = keeping()
          const { hashedId } = yield* save(weekly(anna, bert))
          yield* moveTo(monday)
          const [first, second] = (yield* settle(companyId, hashedId)) as [ReportMailJob, ReportMailJob]
          mailer.isDown = true
          expect(yield* mailSavedView(first).pipe(given, Effect.flip)).toMatchObject({ problem: "Unavailable" })
          expect((yield* readDueMails).filter((job) => job.companyId === companyId)).toHaveLength(2)
          mailer.isDown = false
          yield* mailSavedView(first).pipe(given)
          expect(sent).toHaveLength(1)
          expect((yield* open(secretIn(sent[0]))).endDate).toBe("2026-11-22")
          yield* giveUpMail(second)
          expect((yield* views)[0]?.notMailed).toEqual({ date: "2026-11-23", names: ["Bert"] })
          expect((yield* logged(companyId)).at(-1)).toEqual({ type: "ReportNotMailed", user: bert, actor: null })
          yield* mailSavedView(second).pipe(given)
          expect(sent).toHaveLength(1)
          yield* moveTo(monday + 7 * day)
          yield* settle(companyId, hashedId)
          expect((yield* views)[0]?.notMailed).toBeNull()
        }),
      ),
    )

    it.effect("owe what came due before a change that leaves their times, and nothing before one of the times", () =>
      withCompany(({ companyId, anna }) =>
        Effect.gen(function* () {
          const { hashedId } = yield* save(weekly(anna))
          yield* moveTo(monday + 10_000)
          yield* save({ ...weekly(anna), name: "Mondays" }, hashedId)
          expect((yield* settle(companyId, hashedId)).map(({ date }) => date)).toEqual(["2026-11-23"])
          yield* moveTo(monday + 7 * day + 10_000)
          yield* save({ ...weekly(anna), time: "06:00" }, hashedId)
          expect(yield* settle(companyId, hashedId)).toEqual([])
          expect((yield* views)[0]?.next?.date).toBe("2026-12-07")
        }),
      ),
    )

    it.effect(
      "are mailed to no one where their campaign is gone, their company stands still or a later time came",
      () =>
        withCompany(({ companyId, anna }) =>
          Effect.gen(function* () {
            const { sent, given } = keeping()
            const gone = yield* save({ ...weekly(anna), name: "Of a campaign", search: { campaign: "gone" } })
            const { hashedId } = yield* save(weekly(anna))
            yield* moveTo(monday)
            expect(yield* settle(companyId, gone.hashedId)).toEqual([])
            const [late] = yield* settle(companyId, hashedId)
            yield* moveTo(monday + 7 * day)
            const [held] = yield* settle(companyId, hashedId)
            yield* mailSavedView(late!).pipe(given)
            const { sql, everyCompany } = yield* Database
            yield* everyCompany(sql`update companies set status = 'suspended' where company_id = ${companyId}`)
            yield* mailSavedView(held!).pipe(given)
            expect(sent).toEqual([])
            expect((yield* readDueMails).filter((job) => job.companyId === companyId)).toEqual([])
          }),
        ),
    )

    it.effect("are on their way after the next look where a process ended before it had them sent", () =>
      withCompany(({ companyId, anna }) =>
        Effect.gen(function* () {
          const { hashedId } = yield* save(weekly(anna))
          yield* moveTo(monday)
          yield* settle(companyId, hashedId)
          const keys: Array<string> = []
          const queue = JobQueue.of({
            define: () => Effect.void as never,
            add: (_name, _data, { key }) => Effect.sync(() => void keys.push(key)),
            counts: Effect.succeed([]),
          })
          yield* mailDueViews(new Map()).pipe(Effect.provideService(JobQueue, queue))
          expect(keys.filter((key) => key.startsWith(`${companyId}-`))).toEqual([expect.stringMatching(/2026-11-23$/)])
        }),
      ),
    )
  })
}
