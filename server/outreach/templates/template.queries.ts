import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { flowIn } from "#schemas/language/callInLanguage.ts"
import type { Coverage } from "#schemas/language/translation.ts"
import { callChannel, CallFlow } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { Ivr, IvrSummary } from "#schemas/outreach/ivr.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import type { Template, templateList } from "#schemas/outreach/template.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { linkParameterCount } from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import type { VersionContent } from "./message.rule.ts"
import { decodeCallTranslation } from "#server/outreach/translations/callTranslation.rule.ts"
import { versionContent } from "./versionContent.queries.ts"

type StoredTemplate = {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
  readonly text: string
  readonly variables: ReadonlyArray<string>
  readonly link_parameters: number
  /** The published call flow, where it is another one than the newest. */
  readonly published_text: string | null
}

const rowOf = readRow(templateProjection)

/** What texts and call flows have as templates. */
const commonOf = (companyId: CompanyId, stored: StoredTemplate) => {
  const { locationIds = [], translations = [], tests = [], ...row } = rowOf(stored.row)
  return {
    row: {
      ...row,
      hashedId: stored.hashed_id,
      companyId,
      // A stored template was saved at least once.
      state: row.state as Template["state"],
      streamVersion: stored.stream_version,
      variables: stored.variables,
    },
    ...{ locationIds, translations, tests },
  }
}

const templateOf = (companyId: CompanyId, stored: StoredTemplate): Template => {
  const { row, locationIds, translations } = commonOf(companyId, stored)
  return {
    ...row,
    translations,
    text: stored.text,
    linkParameters: stored.link_parameters,
    locations: locationIds.length,
  }
}

/** Decodes a stored call flow; a text that is none is a defect. */
export const decodeFlow = Schema.decodeUnknownSync(Schema.fromJsonString(CallFlow))

/** A call flow is stored where a text is. */
const ivrOf = (companyId: CompanyId, stored: StoredTemplate): Ivr => {
  const {
    row: { channel: _, ...row },
    tests,
  } = commonOf(companyId, stored)
  const flow = decodeFlow(stored.text)
  const published = stored.published_text === null ? flow : decodeFlow(stored.published_text)
  const publishedCallerId = row.publishedVersion === null ? null : (published.callerId ?? null)
  return { ...row, flow, steps: flow.steps.length, publishedCallerId, tests }
}
const summaryOf = ({ flow: _, variables: __, tests: ___, ...summary }: Ivr): IvrSummary => summary

/** Templates in the order of a column. */
const list = {
  alias: "t",
  projection: templateProjection,
  columns: {
    name: `lower(t.row ->> 'name') collate "C"`,
    state: `t.state collate "C"`,
    purpose: `(t.row ->> 'purpose') collate "C"`,
    version: `(t.row ->> 'version')::int`,
    updated: `(t.row ->> 'updatedOn') collate "C"`,
  } satisfies Record<(typeof templateList.columns)[number], string>,
}

const ofChannel = (sql: PgClient, channel: ChannelName | null) => ({
  ...list,
  narrowed: channel === null ? sql`` : sql`and t.row ->> 'channel' = ${channel}`,
})

/** The statement of one page of templates, with one row more than it holds. The kept tests come with a single one. */
const templatePage = (sql: PgClient, companyId: CompanyId, channel: ChannelName | null, page: RowPage) =>
  sql<StoredTemplate>`
    select ${"id" in page ? sql`t.row` : sql`t.row - 'tests' as row`}, t.stream_version, h.hashed_id, v.text, v.variables, ${linkParameterCount(sql)} as link_parameters, p.text as published_text
    from read_models t
    ${withHashedId(sql, "t", templateProjection)}
    join template_versions v on v.company_id = t.company_id and v.template_id = t.id and v.version = (t.row ->> 'version')::int
    left join template_versions p on p.company_id = t.company_id and p.template_id = t.id and t.row ->> 'channel' = ${callChannel}
      and p.version = (t.row ->> 'publishedVersion')::int and p.version <> v.version
    ${pageOfRows(sql, companyId, ofChannel(sql, channel), page)}`

const readPageOf = <Shown extends { readonly templateId: TemplateId }>(
  channel: ChannelName,
  shownOf: (companyId: CompanyId, stored: StoredTemplate) => Shown,
) =>
  Effect.fn("readTemplates")(function* (companyId: CompanyId, page: ListPage) {
    const { sql } = yield* Database
    return yield* readPage(companyId, ofChannel(sql, channel), page, {
      page: templatePage(sql, companyId, channel, page),
      shownOf: (row) => shownOf(companyId, row),
      idOf: ({ templateId }) => templateId,
    })
  })

/** One page of a company's texts; `next` is the id to go on after. With the first page comes how many stand in each state. */
export const readTemplates = readPageOf(textFacts.name, templateOf)

/** One page of a company's call flows, as `readTemplates`. */
export const readIvrs = readPageOf(callChannel, (companyId, stored) => summaryOf(ivrOf(companyId, stored)))

/** How far the translations of a template have come. */
const coverageOf = (companyId: CompanyId, stored: StoredTemplate): Coverage => {
  const { row, translations } = commonOf(companyId, stored)
  const { templateId, hashedId, name, state, streamVersion } = row
  return { templateId, hashedId, name, state, streamVersion, translations }
}

/** One page of a company's texts or call flows with how far each translation has come, as `readTemplates`. */
export const readCoverage = { SMS: readPageOf(textFacts.name, coverageOf), IVR: readPageOf(callChannel, coverageOf) }

const readStored = Effect.fnUntraced(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  channel: ChannelName | null,
) {
  const { sql, read } = yield* Database
  return (yield* read(companyId, templatePage(sql, companyId, channel, { id: templateId, pageSize: 1 })))[0]
})

/** A text of the company as it stands; fails with NotFound. */
export const foundTemplate = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  return templateOf(companyId, yield* orNotFound(readStored(companyId, templateId, textFacts.name)))
})

/** A call flow of the company as it stands; fails with NotFound. */
export const foundIvr = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  return ivrOf(companyId, yield* orNotFound(readStored(companyId, templateId, callChannel)))
})

/** A text or call flow of the company as its translations need it, with what is stored of it; fails with NotFound. */
export const foundTranslatable = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const stored = yield* orNotFound(readStored(companyId, templateId, null))
  return { ...commonOf(companyId, stored).row, text: stored.text }
})

/** What any template has, whatever its channel. */
export type AnyTemplate = Pick<Template, "templateId" | "variables"> & { readonly channel: ChannelName }

/** A text or call flow of the company, as far as they are alike; fails with NotFound. */
export const foundAnyTemplate = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const { channel, variables } = commonOf(companyId, yield* orNotFound(readStored(companyId, templateId, null))).row
  return { templateId, channel, variables } satisfies AnyTemplate
})

/**
 * The message that campaigns of a channel use, and its version; absent while nothing is published, where the template is
 * retired, deleted or of another channel.
 */
export const readPublishedMessage = Effect.fn("readPublishedMessage")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  channel: ChannelName,
) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ version: number } & VersionContent>`
      select v.version, ${versionContent(sql)} from read_models t
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'publishedVersion')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${templateId}
        and t.state in ('published', 'revised') and t.row ->> 'channel' = ${channel}`,
  )
  return row
})

/** What the call flows of a company do that calls may use, in each of their languages: those published, and those of campaigns that go on. */
export const readFlowsInUse = Effect.fn("readFlowsInUse")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<Omit<VersionContent, "parameters">>`
      select ${versionContent(sql)} from read_models t
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'publishedVersion')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)}
        and t.state in ('published', 'revised') and t.row ->> 'channel' = ${callChannel}
      union
      select ${versionContent(sql)} from campaign_runs c
      join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id and s.channel = ${callChannel}
      join template_versions v on v.company_id = c.company_id and v.template_id = c.template_id
        and v.version = c.template_version
      where c.company_id = ${companyId} and c.state in ('unconfirmed', 'scheduled', 'running', 'paused')`,
  )
  return rows.flatMap(({ text, translations }) => {
    const flow = decodeFlow(text)
    return [
      flow,
      ...translations.map(({ language, text: words }) => flowIn(flow, decodeCallTranslation(words), language)),
    ]
  })
})

/** Stores a version of a text, with other rules for replies or those of the version before; joins the command's transaction. */
export const saveTemplateVersion = Effect.fn("saveTemplateVersion")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: {
    readonly version: number
    readonly text: string
    readonly variables: ReadonlyArray<string>
    readonly at: string
    readonly rules?: ReadonlyArray<ReplyRule>
  },
) {
  const { sql } = yield* Database
  yield* sql`
    insert into template_versions (company_id, template_id, version, text, variables, created_at, reply_rules)
    values (${companyId}, ${templateId}, ${version.version}, ${version.text}, ${sql.json(version.variables)}, ${version.at}::timestamptz,
      coalesce(${version.rules === undefined ? null : sql.json(version.rules)}::jsonb, (
        select reply_rules from template_versions
        where company_id = ${companyId} and template_id = ${templateId} and version = ${version.version}::int - 1), '[]'))`
})
