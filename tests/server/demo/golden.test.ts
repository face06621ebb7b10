import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import type { CampaignId } from "#schemas/ids.ts"
import { OutreachAuditEvent, RecipientFact } from "#schemas/outreach/events.ts"
import { PeopleAuditEvent } from "#schemas/people/events.ts"
import { SchedulingAuditEvent } from "#schemas/scheduling/events.ts"
import { ExportAuditEvent, ReportMailAuditEvent } from "#schemas/reporting/events.ts"
import { SignInEvent } from "#schemas/session/events.ts"
import { streamId, thingOf } from "#server/decider.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { inNewestForm, start, type StoredEvent } from "#server/store/storedEvent.ts"
import type { AnyStream } from "#server/store/stream.ts"
import { upcast } from "#server/store/upcasters.ts"
import { streams } from "#server/streams.ts"

const golden = new URL("../../golden/", import.meta.url)
const lines = <A>(name: string): ReadonlyArray<A> =>
  readFileSync(new URL(name, golden), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as A)

/** The releases that have a corpus. */
const releases = readdirSync(golden).flatMap((name) => /^events-(v\d+)\.jsonl$/.exec(name)?.[1] ?? [])

type StoredLine = Omit<StoredEvent, "position">
type FactLine = {
  readonly campaignId: CampaignId
  readonly recipientId: number
  readonly at: string
  readonly type: string
  readonly data: object
}
type ModelLine = {
  readonly category: string
  readonly id: number
  readonly state: string
  readonly unique_key: string | null
  readonly stream_version: number
  readonly row: unknown
}

const audit = Schema.Union([
  SignInEvent,
  PeopleAuditEvent,
  SchedulingAuditEvent,
  OutreachAuditEvent,
  ExportAuditEvent,
  ReportMailAuditEvent,
  AdministrationAuditEvent,
])
/** The codec of what a stream holds; one that no list names is of the audit log. */
const codecOf = (stream: string): Schema.Codec<unknown, unknown> =>
  streams.find((one) => thingOf(one, stream) !== undefined)?.events ??
  (audit as unknown as Schema.Codec<unknown, unknown>)

/** Releases before the sixteenth step of the schema wrote the projection's version into the category. */
const categoryOf = ({ category }: ModelLine) => category.replace(/\.v\d+$/, "")

const newest = ({ type, schemaVersion, data }: StoredLine) => ({
  _tag: type,
  ...(upcast(type, schemaVersion, data).data as object),
})

/** Every tag a module of events declares, however deep in unions. */
const tagsOf = (value: unknown): ReadonlyArray<string> => {
  if (!Schema.isSchema(value)) return []
  const { members, fields } = value as {
    readonly members?: ReadonlyArray<unknown>
    readonly fields?: { readonly _tag?: unknown }
  }
  if (members !== undefined) return members.flatMap(tagsOf)
  const tag = fields?._tag as
    | { readonly schema?: { readonly literal?: unknown }; readonly literal?: unknown }
    | undefined
  const literal = tag?.literal ?? tag?.schema?.literal
  return typeof literal === "string" ? [literal] : []
}

describe.each(releases)("the events of release %s", (release) => {
  const events = lines<StoredLine>(`events-${release}.jsonl`)
  const facts = lines<FactLine>(`facts-${release}.jsonl`)

  it("are read by the schemas of today", () => {
    for (const event of events) {
      expect(Schema.decodeUnknownSync(codecOf(event.stream))(newest(event))).toMatchObject({
        _tag: event.type,
      })
    }
    for (const { type, data } of facts)
      expect(Schema.decodeUnknownSync(RecipientFact)({ _tag: type, ...data })).toBeDefined()
  })

  it("replay to the read models that were written then", () => {
    const models = lines<ModelLine>(`read-models-${release}.jsonl`)
    expect(models.length).toBeGreaterThan(0)
    for (const model of models) {
      const stream = streams.find(({ category }) => category === categoryOf(model)) as AnyStream
      const name = streamId(stream, model.id)
      const own = events.filter((event) => event.stream === name)
      const { row, state, version } = own
        .map((event) => inNewestForm({ ...event, position: start }))
        .reduce(stream.fold, stream.initial)
      const { uniqueKey, state: indexed } = stream.readModel(model.id, row)
      expect({ row, version, state: indexed, uniqueKey }).toEqual({
        row: model.row,
        version: model.stream_version,
        state: model.state,
        uniqueKey: model.unique_key,
      })
      expect(state).toMatchObject({ state: model.state })
    }
  })

  it("fold to the recipients that were written then", () => {
    const folded = new Map<string, RecipientRow>()
    for (const { campaignId, recipientId, at, type, data } of facts) {
      const place = `${campaignId}.${recipientId}`
      const fact = Schema.decodeUnknownSync(RecipientFact)({ _tag: type, ...data })
      folded.set(place, foldFact(folded.get(place) ?? planned, fact, at))
    }
    // Rows hold more than those of earlier releases did.
    const rows = [...folded].map(([place, row]) => ({ place, row }))
    expect(rows).toMatchObject(lines(`recipients-${release}.jsonl`))
  })
})

describe("the corpus", () => {
  it("has every type of event and fact that is stored", async () => {
    const schemas = new URL("../../../src/schemas/", import.meta.url)
    const files = readdirSync(schemas, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("events.ts"),
    )
    const modules = await Promise.all(
      files.map((name) => import(new URL(name, schemas).href) as Promise<Record<string, unknown>>),
    )
    const declared = new Set([
      ...modules.flatMap((module) => Object.values(module).flatMap(tagsOf)),
      ...streams.flatMap(({ events }) => tagsOf(events)),
    ])
    const held = new Set(
      releases.flatMap((release) =>
        [...lines<StoredLine>(`events-${release}.jsonl`), ...lines<FactLine>(`facts-${release}.jsonl`)].map(
          ({ type }) => type,
        ),
      ),
    )
    expect(files.length).toBeGreaterThanOrEqual(4)
    expect(declared.size).toBeGreaterThan(35)
    expect([...declared].filter((tag) => !held.has(tag))).toEqual([])
  })
})
