import { layer } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Queue } from "effect"
import { expect } from "vitest"
import { abandonImport, dropUnusedFiles } from "#server/people/imports/endImport.ts"
import { ImportLog } from "#server/people/imports/ImportLog.ts"
import { importJob } from "#server/people/imports/import.job.ts"
import { CurrentTenancy, Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { readImport } from "#server/people/imports/import.queries.ts"
import { readLists } from "#server/people/lists/list.queries.ts"
import { readPatients } from "#server/people/patients/patient.queries.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import {
  askCancel,
  askCheck,
  askRun,
  importing,
  importWhole,
  newCompany,
  outcome,
  standingAt,
  upload,
} from "../importing.ts"
import { CompanyId, type ImportId } from "#schemas/ids.ts"

const header = "MRN,First name,Last name,Cell,DOB,Language,Zip,Clinic\n"
const people = `${header}A1,Maria,López,(415) 555-2671,2/3/1980,Spanish,94110,North
A2,John,Smith,415-555-2672,1981-02-03,,10001,South
A3,Bad,Phone,12,2/30/1981,,10001,South
A1,Mary,Again,(415) 555-2671,,,,
,Ann,Lee,415 555 2673,,,,
`

/** Everything that an import leaves behind, but for ids and times. */
const leftBehind = (companyId: CompanyId, importId: ImportId) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    const events = yield* EventStore
    const { import: found, rejections } = yield* outcome(companyId, importId)
    const patients = yield* company(companyId)(
      sql`select identity, external_id, first_name, last_name, dob::text, language, zip, address_country, timezone, phone, custom
          from patients order by identity`,
    )
    const members = yield* company(companyId)(
      sql`select line, identity from list_members join patients using (company_id, patient_id) order by line`,
    )
    const pieces = yield* company(companyId)(sql`select 1 from import_chunks`)
    const stored = yield* events.readStream(companyId, `import-${importId}`)
    const batches = stored
      .filter(({ type }) => type === "ImportBatchStored")
      .map(({ data }) => data as { batch: number; rows: number })
    return {
      state: found?.state,
      progress: found?.progress,
      rejections,
      patients,
      members,
      pieces: pieces.length,
      batches: batches.map(({ batch }) => batch),
      rowsOfBatches: batches.reduce((sum, { rows }) => sum + rows, 0),
      listed: (yield* readLists(companyId)).map((list) => list.people),
    }
  })

/** A list of several batches, with something wrong here and there and some people named twice. */
const manyRows = (count: number): string =>
  header +
  Array.from({ length: count }, (_, index) => {
    const person = index % 97 === 0 ? Math.floor(index / 2) : index
    const phone =
      index % 111 === 0 ? "none" : `(415) ${200 + (person % 700)}-${String(person % 10_000).padStart(4, "0")}`
    return `MRN-${person},Maria,López the ${person}. of her name,${phone},2/3/1980,Spanish,94110,${"A clinic in the north. ".repeat(40)}\n`
  }).join("")

const smallBatches = { check: 200, run: 100 }

for (const [name, database] of testDatabases) {
  layer(importing(database), { timeout: "60 seconds", excludeTestServices: true })(`importing on ${name}`, (it) => {
    it.effect("stores the people, their list, and why rows are not taken", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(1)
        const { importId, import: found, rejections } = yield* importWhole(companyId, people)
        expect(found).toMatchObject({ state: "done", problem: null, encoding: "utf-8", delimiter: "," })
        expect(found?.progress).toEqual({
          rows: 5,
          done: 5,
          valid: 4,
          rejected: 1,
          added: 3,
          changed: 0,
          unchanged: 0,
          duplicate: 1,
        })
        expect(rejections).toEqual([
          { line: 4, column: "Cell", reason: "Enter a valid phone number, for example +1 415 555 0123.", value: "12" },
          { line: 4, column: "DOB", reason: "This day does not exist.", value: "2/30/1981" },
          { line: 5, column: "", reason: "An earlier row of this file names the same person.", value: "Row 2" },
        ])
        const { patients } = yield* readPatients(companyId, { pageSize: 50 })
        expect(
          patients.map(({ lastName, phone, zones, zoneSource, custom }) => [
            lastName,
            phone,
            zones,
            zoneSource,
            custom,
          ]),
        ).toEqual([
          ["Lee", "+14155552673", ["America/Los_Angeles"], "area", {}],
          ["López", "+14155552671", ["America/Los_Angeles"], "zip", { clinic: "North" }],
          ["Smith", "+14155552672", ["America/New_York"], "zip", { clinic: "South" }],
        ])
        expect(yield* readLists(companyId)).toMatchObject([{ name: `List ${importId}`, people: 3 }])
        expect((yield* leftBehind(companyId, importId)).pieces).toBe(0)
      }),
    )

    it.effect("changes nothing when the same file comes again, under another list", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(2)
        yield* importWhole(companyId, people)
        const again = yield* importWhole(companyId, people)
        expect(again.import?.progress).toMatchObject({ added: 0, changed: 0, unchanged: 3, duplicate: 1, rejected: 1 })
        expect((yield* readLists(companyId)).map((list) => list.people)).toEqual([3, 3])
      }),
    )

    it.effect("changes what a file says, and leaves what it does not say", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(3)
        yield* importWhole(companyId, people)
        const changes = "MRN,Last name,Phone,Time zone,Visit\nA1,Garcia,,America/Denver,May\nA2,,,,\n"
        const { import: found } = yield* importWhole(companyId, changes)
        expect(found?.progress).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
        const { patients } = yield* readPatients(companyId, { pageSize: 50, search: "a1" })
        expect(patients).toMatchObject([
          {
            firstName: "Maria",
            lastName: "Garcia",
            phone: "+14155552671",
            language: "es",
            zones: ["America/Denver"],
            zoneSource: "patient",
            custom: { clinic: "North", visit: "May" },
          },
        ])
        yield* importWhole(companyId, people)
        expect((yield* readPatients(companyId, { pageSize: 50, search: "a1" })).patients).toMatchObject([
          { lastName: "López", zones: ["America/Denver"] },
        ])
      }),
    )

    it.effect("leaves people who opted out opted out", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(4)
        const { sql, company } = yield* Database
        yield* company(companyId)(
          sql`insert into opt_outs (company_id, phone, channel, consent, at, source)
              values (4, '+14155552671', 'SMS', 'revoked', '2026-11-20T00:00:00Z', 'reply')`,
        )
        yield* importWhole(companyId, people)
        const { patients } = yield* readPatients(companyId, { pageSize: 50 })
        expect(patients.map(({ lastName, smsConsent }) => [lastName, smsConsent])).toEqual([
          ["Lee", "unknown"],
          ["López", "revoked"],
          ["Smith", "unknown"],
        ])
      }),
    )

    it.effect("fails a file whose quotes never close, in words, and keeps nothing of it", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(5)
        const unclosed = `${header}A1,Maria,López,4155552671,,,,\nA2,"${"x".repeat(1_300_000)}`
        const importId = yield* upload(companyId, unclosed)
        yield* askCheck(companyId, importId)
        yield* importJob({ companyId, importId })
        expect(yield* readImport(companyId, importId)).toMatchObject({
          state: "failed",
          problem: "A quote opened in row 3 is never closed. Mend that row and upload the file again.",
        })
        expect((yield* leftBehind(companyId, importId)).pieces).toBe(0)
        expect((yield* readPatients(companyId, { pageSize: 1 })).patients).toEqual([])
      }),
    )

    it.effect("checks again with another mapping, and forgets what the first one found", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(6)
        const importId = yield* upload(companyId, "Number,Code\n12,A1\n13,A2\n")
        yield* askCheck(companyId, importId, [
          { header: "Number", target: "phone" },
          { header: "Code", target: "externalId" },
        ])
        yield* importJob({ companyId, importId })
        expect((yield* outcome(companyId, importId)).rejections).toHaveLength(2)
        yield* askCheck(companyId, importId, [
          { header: "Number", target: "custom" },
          { header: "Code", target: "externalId" },
        ])
        yield* importJob({ companyId, importId })
        const { import: found, rejections } = yield* outcome(companyId, importId)
        expect(rejections).toEqual([])
        expect(found?.progress).toMatchObject({ rows: 2, valid: 2, rejected: 0 })
      }),
    )

    it.effect("shows no company another one's imports, people or lists", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(8)
        const { importId } = yield* importWhole(yield* newCompany(7), people)
        expect(yield* readImport(companyId, importId)).toBeUndefined()
        expect((yield* outcome(companyId, importId)).rejections).toEqual([])
        expect((yield* readPatients(companyId, { pageSize: 50, search: "lopez" })).patients).toEqual([])
        expect(yield* readLists(companyId)).toEqual([])
      }),
    )

    it.effect("keeps names, phones and headers out of events", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(9)
        yield* importWhole(
          companyId,
          `${people.replace("Clinic", "Zebedee Canary")}A9,Quibble,Zyxwvut,(415) 555-2690,,,,Xylophone\n`,
        )
        const events = yield* EventStore
        const { sql, company } = yield* Database
        const log = JSON.stringify(yield* events.readAll({ tx: "0", pos: 0 }, 10_000))
        const rows = JSON.stringify(yield* company(companyId)(sql`select row from read_models where company_id = 9`))
        for (const canary of [
          "Quibble",
          "Zyxwvut",
          "4155552690",
          "555-2690",
          "Zebedee",
          "Xylophone",
          "list.csv",
          "94110",
        ]) {
          expect(log).not.toContain(canary)
          expect(rows).not.toContain(canary)
        }
      }),
    )

    it.effect("stops at once when it is cancelled, keeps what is stored, and takes nothing more", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(12)
        const importId = yield* upload(companyId, manyRows(700))
        yield* askCheck(companyId, importId)
        const work = { companyId, importId }
        yield* importJob(work, smallBatches)
        yield* askRun(companyId, importId)
        yield* cancelledAfter(2, work)
        const left = yield* leftBehind(companyId, importId)
        expect(left).toMatchObject({ state: "cancelled", pieces: 0 })
        expect(left.batches.length).toBeGreaterThanOrEqual(2)
        expect(left.batches.length).toBeLessThan(7)
        const { added, changed, unchanged } = left.progress ?? { added: 0, changed: 0, unchanged: 0 }
        expect(left.members).toHaveLength(added + changed + unchanged)
        expect(left.listed).toEqual([left.members.length])
        yield* importJob(work, smallBatches)
        expect(yield* leftBehind(companyId, importId)).toEqual(left)
      }),
    )

    it.effect("fails in words when its job cannot be done, keeps what is stored, and leaves an ended one alone", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(13)
        const importId = yield* upload(companyId, people)
        yield* askCheck(companyId, importId)
        yield* importJob({ companyId, importId })
        yield* askRun(companyId, importId)
        yield* abandonImport(companyId, importId)
        const failed = yield* leftBehind(companyId, importId)
        expect(failed).toMatchObject({ state: "failed", pieces: 0 })
        const { import: found } = yield* outcome(companyId, importId)
        expect(found?.problem).toContain("Upload the file again")
        const { importId: done } = yield* importWhole(companyId, people)
        yield* abandonImport(companyId, done)
        expect((yield* outcome(companyId, done)).import?.state).toBe("done")
      }),
    )

    it.effect("forgets a file that no one imported for a day, and no other", () =>
      Effect.gen(function* () {
        const companyId = yield* newCompany(14)
        const mapped = yield* upload(companyId, people)
        yield* askCheck(companyId, mapped)
        yield* importJob({ companyId, importId: mapped })
        const unmapped = yield* upload(companyId, people)
        const running = yield* upload(companyId, people)
        yield* askCheck(companyId, running)
        yield* importJob({ companyId, importId: running })
        yield* askRun(companyId, running)
        const at = yield* Clock.currentTimeMillis
        const later = (hours: number) => dropUnusedFiles().pipe(standingAt(at + hours * 3_600_000))
        const states = Effect.forEach([mapped, unmapped, running], (id) =>
          Effect.map(outcome(companyId, id), (known) => [known.import?.state, known.import?.problem]),
        )
        yield* later(23)
        expect(yield* states).toEqual([
          ["checked", null],
          ["uploaded", null],
          ["running", null],
        ])
        const fresh = yield* upload(companyId, people).pipe(standingAt(at + 20 * 3_600_000))
        yield* later(25)
        const forgotten = ["failed", expect.stringContaining("within 24 hours")]
        expect(yield* states).toEqual([forgotten, forgotten, ["running", null]])
        expect((yield* outcome(companyId, fresh)).import?.state).toBe("uploaded")
        const { sql, company } = yield* Database
        expect(yield* company(companyId)(sql`select distinct import_id from import_chunks order by import_id`)).toEqual(
          [{ import_id: running }, { import_id: fresh }],
        )
      }),
    )

    it.effect("comes to the same end wherever it is stopped", () =>
      Effect.gen(function* () {
        const file = manyRows(700)
        yield* newCompany(10)
        const whole = yield* importWhole(CompanyId.make(10), file, smallBatches)
        const wanted = yield* leftBehind(CompanyId.make(10), whole.importId)
        expect(wanted).toMatchObject({ state: "done", pieces: 0, rowsOfBatches: 700 })
        expect(wanted.batches.length).toBeGreaterThan(2)

        const log = yield* ImportLog
        /** Loses a batch of the run before it is committed; the process is gone when its turn comes. */
        const dyingAt = (batch: number) =>
          ImportLog.of({
            read: log.read,
            send: (companyId, importId, command) =>
              command._tag === "StoreBatch" && command.batch === batch
                ? Effect.andThen(log.send(companyId, importId, command), Effect.die("killed"))
                : log.send(companyId, importId, command),
          })
        yield* newCompany(11)
        const importId = yield* upload(CompanyId.make(11), file)
        yield* askCheck(CompanyId.make(11), importId)
        const work = { companyId: CompanyId.make(11), importId }
        yield* importJob(work, smallBatches)
        yield* askRun(CompanyId.make(11), importId)
        for (const batch of wanted.batches) {
          // An interruption comes when it comes: the worker may have stored more than the batch it was meant after.
          if ((yield* leftBehind(CompanyId.make(11), importId)).batches.length >= batch) continue
          const exit = yield* Effect.exit(
            Effect.provideService(importJob(work, smallBatches), ImportLog, dyingAt(batch)),
          )
          expect(Exit.isFailure(exit)).toBe(true)
          expect((yield* leftBehind(CompanyId.make(11), importId)).batches).toEqual(wanted.batches.slice(0, batch - 1))
          // One batch more is kept, then the worker is interrupted while it reads on.
          const stored = yield* Queue.unbounded<number>()
          const observedLog = ImportLog.of({
            read: log.read,
            send: (companyId, id, command) =>
              Effect.tap(log.send(companyId, id, command), () =>
                command._tag === "StoreBatch" ? Queue.offer(stored, command.batch) : Effect.void,
              ),
          })
          const fiber = yield* Effect.forkChild(
            Effect.provideService(importJob(work, smallBatches), ImportLog, observedLog),
          )
          expect(yield* Queue.take(stored)).toBe(batch)
          yield* Fiber.interrupt(fiber)
          const { batches } = yield* leftBehind(CompanyId.make(11), importId)
          if (batches.length < batch) yield* oneMoreBatch(work, batch)
        }
        yield* importJob(work, smallBatches)
        expect(yield* leftBehind(CompanyId.make(11), importId)).toEqual(wanted)
      }),
    )
  })
}

/** Works on an import whose person cancels it between two steps of the worker, once so many batches are stored. */
const cancelledAfter = (batches: number, work: { readonly companyId: CompanyId; readonly importId: ImportId }) =>
  Effect.gen(function* () {
    const log = yield* ImportLog
    const services = yield* Effect.context<Database | EventStore>()
    const database = yield* Database
    let stored = 0
    const observedLog = ImportLog.of({
      read: log.read,
      send: (companyId, importId, command) =>
        Effect.tap(log.send(companyId, importId, command), () =>
          Effect.sync(() => void (stored = command._tag === "StoreBatch" ? command.batch : stored)),
        ),
    })
    const cancel = Effect.suspend(() => {
      if (stored < batches) return Effect.void
      stored = Number.NEGATIVE_INFINITY
      return Effect.orDie(askCancel(work.companyId, work.importId))
    })
    const between = Database.of({
      ...database,
      company: (companyId) => (effect) =>
        Effect.gen(function* () {
          if ((yield* CurrentTenancy) === undefined) yield* Effect.provideContext(cancel, services)
          return yield* database.company(companyId)(effect)
        }),
    })
    yield* importJob(work, smallBatches).pipe(
      Effect.provideService(ImportLog, observedLog),
      Effect.provideService(Database, between),
    )
  })

/** An interruption may come before the commit: then the batch is stored by one more try. */
const oneMoreBatch = (work: { readonly companyId: CompanyId; readonly importId: ImportId }, batch: number) =>
  Effect.gen(function* () {
    const log = yield* ImportLog
    const stopping = ImportLog.of({
      read: log.read,
      send: (companyId, importId, command) =>
        command._tag === "StoreBatch" && command.batch > batch
          ? Effect.die("killed")
          : log.send(companyId, importId, command),
    })
    yield* Effect.exit(Effect.provideService(importJob(work, smallBatches), ImportLog, stopping))
  })
