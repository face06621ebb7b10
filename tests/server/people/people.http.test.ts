import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { importJob } from "#server/people/imports/import.job.ts"
import { importWorkerLayer } from "#server/people/imports/importWorker.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { check, form, handlers, makeClient, run, upload, wholeImport } from "./calling.ts"
import { makeCompany } from "./importing.ts"
import { CompanyId, ImportId, ListId, noneOf } from "#schemas/ids.ts"

const people = (count: number) =>
  `MRN,First name,Last name,Cell,Clinic\n${Array.from(
    { length: count },
    (_, index) => `M${index},Ann,Person ${String(index).padStart(3, "0")},(415) 555-${2000 + index},=North\n`,
  ).join("")}`

const plain = (problem: object) => ({ ...problem, correlationId: "" })

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the calls of the Database group", (it) => {
  it.effect("take a list from upload to its people", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const uploaded = yield* upload(people(60), "C:\\lists\\May patients.csv")
      expect(uploaded).toMatchObject({
        fileName: "May patients.csv",
        state: "uploaded",
        encoding: "utf-8",
        delimiter: ",",
        listId: null,
        problem: null,
        progress: { rows: 0, done: 0 },
      })
      expect(uploaded.mapping.map(({ target }) => target)).toEqual([
        "externalId",
        "firstName",
        "lastName",
        "phone",
        "custom",
      ])
      expect(uploaded.sample).toHaveLength(10)
      const { importId } = uploaded
      expect(yield* check(importId, "May")).toMatchObject({ state: "checking", listName: "May" })
      const waiting = () => Effect.map(client.Database.GetImports({ query: { waiting: "true" } }), ({ data }) => data)
      expect(yield* waiting()).toEqual([])
      yield* importJob({ companyId, importId })
      expect(yield* waiting()).toMatchObject([{ importId, state: "checked" }])
      expect(yield* run(importId)).toMatchObject({ state: "running", progress: { rows: 60, valid: 60, done: 0 } })
      yield* importJob({ companyId, importId })

      expect(yield* waiting()).toEqual([])
      const { data: imports } = yield* client.Database.GetImports({ query: {} })
      expect(imports).toMatchObject([{ importId, state: "done", progress: { added: 60, rejected: 0 } }])
      const { data: lists } = yield* client.Database.GetLists()
      expect(lists).toMatchObject([{ name: "May", people: 60, listId: imports[0]?.listId }])
    }).pipe(asCompany(CompanyId.make(1))),
  )

  it.effect("take the same file once for a key, another file with it never, and keep no rows of people for it", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      const company = companyId
      const client = yield* makeClient
      const headers = { "idempotency-key": "an-upload-once" }
      const send = (content: string) => client.Database.UploadListFile({ headers, payload: form(content, "list.csv") })
      const content = "MRN,Name\nA1,Zoë\n"
      const { data: first } = yield* send(content)
      expect((yield* send(content)).data).toEqual(first)
      expect(yield* Effect.flip(send("MRN,Name\nA1,Zoé\n"))).toMatchObject({ problem: "Invalid" })
      const { sql, company: within } = yield* Database
      const kept = yield* within(company)(sql<{ reply: string }>`
        select reply::text as reply from commands where command_id like '%-once'`)
      expect(kept.map(({ reply }) => reply)).toEqual([String(first.importId)])
      const chunks = yield* within(company)(sql<{ id: ImportId }>`
        select distinct import_id as id from import_chunks where import_id >= ${first.importId}`)
      expect(chunks.map(({ id }) => id)).toEqual([first.importId])
    }).pipe(asCompany(CompanyId.make(1))),
  )

  it.effect("page through patients by name, each once, and record that someone looked", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(2)
      yield* makeCompany(companyId)
      yield* wholeImport(companyId, people(25), "First")
      yield* wholeImport(companyId, people(7), "Second")
      const client = yield* makeClient
      const names: Array<string> = []
      let cursor: string | undefined
      do {
        const page: { readonly data: ReadonlyArray<{ readonly lastName: string }>; readonly next?: string } =
          yield* client.Database.GetCustomerPatientList({
            query: { pageSize: 10, ...(cursor === undefined ? {} : { cursor }) },
          })
        names.push(...page.data.map(({ lastName }) => lastName))
        cursor = page.next
        expect(cursor ?? "").not.toMatch(/person|ann/i)
      } while (cursor !== undefined)
      expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `Person ${String(index).padStart(3, "0")}`))

      const { data: lists } = yield* client.Database.GetLists()
      const listId = lists.find(({ name }) => name === "Second")?.listId ?? noneOf(ListId)
      const listed = yield* client.Database.SearchPatients({ query: {}, payload: { listId, search: "ann person" } })
      expect(listed.data).toHaveLength(7)
      const first = yield* client.Database.SearchPatients({ query: { pageSize: 20 }, payload: { search: "person" } })
      const second = yield* client.Database.SearchPatients({
        query: { pageSize: 20, cursor: first.next ?? "" },
        payload: { search: "person" },
      })
      expect([first.data.length, second.data.length, second.next]).toEqual([20, 5, undefined])
      expect(new Set([...first.data, ...second.data].map(({ patientId }) => patientId)).size).toBe(25)
      expect(yield* Effect.flip(client.Database.GetCustomerPatientList({ query: { cursor: "Person" } }))).toMatchObject(
        {
          problem: "BadRequest",
        },
      )

      const { sql, company } = yield* Database
      const views = yield* company(companyId)(
        sql<{ data: object; actor: string }>`
          select data, meta ->> 'actorId' as actor from events where company_id = 2 and type = 'PatientsViewed' order by version`,
      )
      expect(views.map(({ data }) => data)).toEqual([
        { people: 10, listId: null, searched: false },
        { people: 10, listId: null, searched: false },
        { people: 5, listId: null, searched: false },
        { people: 7, listId, searched: true },
        { people: 20, listId: null, searched: true },
        { people: 5, listId: null, searched: true },
      ])
      expect(views[0]?.actor).toBe("1")
    }).pipe(asCompany(CompanyId.make(2))),
  )

  it.effect("refuse what cannot be a list, each with its status, and keep nothing of it", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(3)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const refusal = (...file: Parameters<typeof upload>) => Effect.flip(upload(...file))
      expect(yield* refusal("PK\u0003\u0004workbook", "list.xlsx", "application/octet-stream")).toMatchObject({
        statusCode: "415",
        message: "This is a workbook or an archive. Save the sheet as CSV and upload that file.",
      })
      expect(yield* refusal("")).toMatchObject({ statusCode: "422", message: "The file is empty." })
      expect(yield* refusal("phone\n")).toMatchObject({ statusCode: "422" })
      const empty = new FormData()
      empty.append("note", "no file")
      expect(yield* Effect.flip(client.Database.UploadListFile({ headers: {}, payload: empty }))).toMatchObject({
        statusCode: "400",
        message: "No file was sent. Choose a file and upload it.",
      })
      const two = form("phone\n4155552671\n")
      two.append("file", new File(["phone\n4155552671\n"], "two.csv", { type: "text/csv" }))
      expect(yield* Effect.flip(client.Database.UploadListFile({ headers: {}, payload: two }))).toMatchObject({
        statusCode: "400",
        message: "Upload one file at a time.",
      })
      const { sql, company } = yield* Database
      expect(yield* company(companyId)(sql`select 1 from import_chunks`)).toEqual([])
      expect((yield* client.Database.GetImports({ query: {} })).data).toEqual([])
    }).pipe(asCompany(CompanyId.make(3))),
  )

  it.effect("refuse what an import does not take now, mappings that name no one, and names that are taken", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(4)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      yield* wholeImport(companyId, people(3), "Spring")
      const { importId, mapping } = yield* upload(people(3))
      expect(yield* Effect.flip(run(importId))).toMatchObject({
        problem: "NotAllowedNow",
        message: "The file must be checked first.",
      })
      const ignoring = mapping.map(({ header }) => ({ header, target: "ignore" as const }))
      expect(
        yield* Effect.flip(
          client.Database.CheckImport({ headers: {}, payload: { importId, listName: "Any", mapping: ignoring } }),
        ),
      ).toMatchObject({ statusCode: "422", message: "The file has no phone or patient id column." })
      expect(yield* Effect.flip(check(importId, "SPRING"))).toMatchObject({
        problem: "AlreadyExists",
        message: "A list with this name already exists.",
        errors: [{ field: "listName" }],
      })
      yield* check(importId, "Summer")
      const other = yield* upload(people(3))
      yield* check(other.importId, "Summer")
      yield* importJob({ companyId, importId })
      yield* importJob({ companyId, importId: other.importId })
      yield* run(importId)
      expect(yield* Effect.flip(run(other.importId))).toMatchObject({ problem: "AlreadyExists" })
      expect((yield* client.Database.GetImport({ query: other })).data.import.state).toBe("checked")
    }).pipe(asCompany(CompanyId.make(4))),
  )

  it.effect("give the rejected rows as a file whose formulas are harmless and whose phones stay phones", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(5)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const importId = yield* wholeImport(
        companyId,
        `MRN,Cell,E-mail\nA1,+1415555,ann@example.com\nA2,=HYPERLINK("http://x"),@SUM(A1)\nA3,4155552671,é@é\nA4,,\n`,
        "Rejects",
      )
      const { data } = yield* client.Database.GetImport({ query: { importId } })
      expect(data.rejectedRows).toBe(3)
      expect(data.reasons.map(({ column, rows, first }) => [column, rows, first.map(({ line }) => line)])).toEqual([
        ["Cell", 2, [2, 3]],
        ["E-mail", 2, [3, 4]],
      ])
      const stream = yield* client.Database.DownloadRejectedRows({ query: { importId } })
      const text = yield* Stream.mkString(Stream.decodeText(stream))
      expect(text.replace("\uFEFF", "").split("\r\n")).toEqual([
        "Rejected line,Rejected because,MRN,Cell,E-mail",
        '2,"Cell: Enter a valid phone number, for example +1 415 555 0123.",A1,+1415555,ann@example.com',
        `3,"Cell: Enter a valid phone number, for example +1 415 555 0123. E-mail: Enter an e-mail address, for example maria@example.com.",A2,"'=HYPERLINK(""http://x"")",'@SUM(A1)`,
        '4,"E-mail: Enter an e-mail address, for example maria@example.com.",A3,4155552671,é@é',
        "",
      ])
      const corrected = text
        .replace("+1415555", "+14155552672")
        .replace(/"'=HYPERLINK[^,]*,'@SUM\(A1\)/, "4155552673,bo@example.com")
        .replace("é@é", "zoe@example.com")
      const again = yield* wholeImport(companyId, corrected, "Corrected")
      const second = yield* client.Database.GetImport({ query: { importId: again } })
      expect(second.data.import.progress).toMatchObject({ added: 3, rejected: 0 })
      const events = yield* EventStore
      const all = yield* events.readAll({ tx: "0", pos: 0 }, 10_000)
      expect(all.filter(({ type }) => type === "RejectedRowsDownloaded")).toMatchObject([
        { companyId: 5, data: { importId } },
      ])
    }).pipe(asCompany(CompanyId.make(5))),
  )

  it.effect("cancel an import that is not over, and remove its file", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(8)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const cancel = (importId: ImportId) =>
        Effect.map(client.Database.CancelImport({ headers: {}, payload: { importId } }), ({ data }) => data)
      const { importId } = yield* upload(people(60))
      yield* check(importId, "June")
      yield* importJob({ companyId, importId })
      yield* run(importId)
      expect(yield* cancel(importId)).toMatchObject({ importId, state: "cancelled", problem: null })
      const { sql, company } = yield* Database
      expect(yield* company(companyId)(sql`select 1 from import_chunks`)).toEqual([])
      yield* importJob({ companyId, importId })
      expect((yield* client.Database.GetLists()).data).toMatchObject([{ name: "June", people: 0 }])
      expect(yield* Effect.flip(cancel(importId))).toMatchObject({
        problem: "NotAllowedNow",
        message: "This import was cancelled. Upload the file again to import it.",
      })
      const done = yield* wholeImport(companyId, people(3), "July")
      expect(yield* Effect.flip(cancel(done))).toMatchObject({ problem: "NotAllowedNow" })
    }).pipe(asCompany(CompanyId.make(8))),
  )

  it.effect("check and start the mapping one saw, or nothing", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(9)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const { importId } = yield* upload(people(3))
      const seen = Effect.map(client.Database.GetImport({ query: { importId } }), ({ data }) => data.import)
      const checked = Effect.andThen(check(importId, "Spring"), importJob({ companyId, importId }))
      yield* checked
      const { streamVersion } = yield* seen
      yield* checked
      const start = (version: number) =>
        client.Database.RunImport({ headers: { "if-match": String(version) }, payload: { importId } })
      const { mapping } = yield* seen
      const again = client.Database.CheckImport({
        headers: { "if-match": String(streamVersion) },
        payload: { importId, listName: "Spring", mapping },
      })
      for (const stale of [start(streamVersion), again])
        expect(yield* Effect.flip<unknown, object, never>(stale as never)).toMatchObject({ problem: "StaleVersion" })
      expect((yield* seen).state).toBe("checked")
      expect((yield* start((yield* seen).streamVersion)).data.state).toBe("running")
    }).pipe(asCompany(CompanyId.make(9))),
  )

  it.effect("answer another company's import exactly like none at all", () =>
    Effect.gen(function* () {
      yield* makeCompany(CompanyId.make(6))
      yield* makeCompany(CompanyId.make(7))
      const { importId, mapping } = yield* upload(people(3)).pipe(asCompany(CompanyId.make(6)))
      const client = yield* makeClient
      const ask = (id: ImportId) =>
        Effect.map(
          Effect.all([
            Effect.flip(client.Database.GetImport({ query: { importId: id } })),
            Effect.flip(
              client.Database.CheckImport({ headers: {}, payload: { importId: id, listName: "Theirs", mapping } }),
            ),
            Effect.flip(client.Database.RunImport({ headers: {}, payload: { importId: id } })),
            Effect.flip(client.Database.CancelImport({ headers: {}, payload: { importId: id } })),
            Effect.flip(client.Database.DownloadRejectedRows({ query: { importId: id } })),
          ]),
          (answers) => answers.map(plain),
        )
      const theirs = yield* ask(importId)
      expect(theirs).toEqual(yield* ask(ImportId.make(999_999)))
      expect(theirs[0]).toMatchObject({ problem: "NotFound" })
    }).pipe(asCompany(CompanyId.make(7))),
  )
})

const working = importWorkerLayer.pipe(Layer.provideMerge(JobQueue.layer), Layer.provideMerge(handlers))

layer(working, { excludeTestServices: true, timeout: 60_000 })("the import worker", (it) => {
  it.effect("does what people ask for without instructions", () =>
    Effect.gen(function* () {
      const companyId = CompanyId.make(1)
      yield* makeCompany(companyId)
      const client = yield* makeClient
      const reached = (importId: ImportId, state: string): Effect.Effect<void, unknown> =>
        Effect.gen(function* () {
          const { data } = yield* client.Database.GetImport({ query: { importId } })
          if (data.import.state !== state) yield* Effect.andThen(Effect.yieldNow, reached(importId, state))
        })
      const { importId } = yield* upload(people(40))
      yield* check(importId, "Autumn")
      yield* reached(importId, "checked")
      yield* run(importId)
      yield* reached(importId, "done")
      expect((yield* client.Database.GetLists()).data).toMatchObject([{ name: "Autumn", people: 40 }])
    }).pipe(asCompany(CompanyId.make(1))),
  )
})
