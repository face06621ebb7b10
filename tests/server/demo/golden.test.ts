import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  CampaignEvent,
  OutreachAuditEvent,
  RecipientFact,
  ResponseFileEvent,
  TemplateEvent,
} from "#schemas/outreach/events.ts"
import { ImportEvent, PeopleAuditEvent } from "#schemas/people/events.ts"
import { DataExported } from "#schemas/reporting/events.ts"
import { SignInEvent } from "#schemas/session/events.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"
import { streamId, type Stream } from "#server/store/stream.ts"
import { AdministrationAuditEvent, CompanyEvent, GlobalSettingsChanged } from "#schemas/administration/events.ts"
import { companyStream } from "#server/administration/companies/company.commands.ts"
import { settingsStream } from "#server/administration/settings/settings.commands.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import { responseFileStream } from "#server/outreach/responseFiles/responseFile.commands.ts"
import { upcast } from "#server/store/upcasters.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"

const golden = new URL("../../golden/", import.meta.url)
const lines = <A>(name: string): ReadonlyArray<A> =>
  readFileSync(new URL(name, golden), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as A)

/** The releases that have a corpus. */
const releases = readdirSync(golden).flatMap((name) => /^events-(v\d+)\.jsonl$/.exec(name)?.[1] ?? [])

type StoredLine = {
  readonly companyId: number
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  readonly data: unknown
  readonly metadata: { readonly actorId: number | null }
  readonly at: string
}
type FactLine = {
  readonly campaignId: number
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

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStream = Stream<any, any, any, any>
const streams: ReadonlyArray<AnyStream> = [
  campaignStream,
  companyStream,
  settingsStream,
  templateStream,
  importStream,
  responseFileStream,
]
const audit = Schema.Union([SignInEvent, PeopleAuditEvent, OutreachAuditEvent, DataExported, AdministrationAuditEvent])
const codecs = {
  campaign: CampaignEvent,
  template: TemplateEvent,
  responseFile: ResponseFileEvent,
  company: CompanyEvent,
  settings: GlobalSettingsChanged,
  import: ImportEvent,
  audit,
}

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
      const category = event.stream.split("-")[0] as keyof typeof codecs
      expect(Schema.decodeUnknownSync(codecs[category] as Schema.Codec<unknown>)(newest(event))).toMatchObject({
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
      const stream = streams.find(({ projection }) => projection.category === categoryOf(model)) as AnyStream
      const own = events.filter((event) => event.stream === streamId(stream, model.id))
      const decode = Schema.decodeUnknownSync(stream.events)
      const row = own.reduce(
        (before, event) =>
          stream.projection.evolve(before, decode(newest(event)), {
            at: event.at,
            version: event.version,
            actorId: event.metadata.actorId,
          }),
        stream.projection.initialRow,
      )
      expect({ row, version: own.length, ...stream.projection.keys(row) }).toEqual({
        row: model.row,
        version: model.stream_version,
        state: model.state,
        uniqueKey: model.unique_key,
      })
      const state = own.reduce(
        (before, event) => stream.decider.evolve(before, decode(newest(event))),
        stream.decider.initialState,
      )
      expect(state.state).toBe(model.state)
    }
  })

  it("fold to the recipients that were written then", () => {
    const folded = new Map<string, RecipientRow>()
    for (const { campaignId, recipientId, at, type, data } of facts) {
      const place = `${campaignId}.${recipientId}`
      const fact = Schema.decodeUnknownSync(RecipientFact)({ _tag: type, ...data })
      folded.set(place, foldFact(folded.get(place) ?? planned, fact, at))
    }
    expect([...folded].map(([place, row]) => ({ place, row }))).toEqual(lines(`recipients-${release}.jsonl`))
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
    const declared = new Set(modules.flatMap((module) => Object.values(module).flatMap(tagsOf)))
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
