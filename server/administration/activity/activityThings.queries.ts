import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { ActivityThing, StreamKind } from "#schemas/administration/activity.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { thingOf } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import type { AnyStream, ThingInSql } from "#server/store/stream.ts"

/** What the log's page must know of the kinds of streams. */
export type Streams = ReadonlyArray<Pick<AnyStream, "category" | "activity">>

/** As much of a stored event as says what it is about. */
export type AboutRow = {
  readonly pos: bigint
  readonly company_id: CompanyId
  readonly stream_id: string
  readonly data: Readonly<Record<string, unknown>>
}

type Reference = { readonly kind: StreamKind; readonly id: number | null; readonly hashed: string | null }

const fields: Readonly<Record<string, StreamKind>> = {
  campaignId: "campaign",
  campaignHashedId: "campaign",
  multiCampaignId: "multiCampaign",
  importId: "import",
  savedViewId: "savedView",
  templateId: "template",
  temphashedId: "template",
  templatehashedId: "template",
}
/** What `hashedId` and `primaryId` name in the calls of a group. */
const ofGroup: Readonly<Record<string, StreamKind>> = {
  Campaign: "campaign",
  MultiCampaign: "multiCampaign",
  Template: "template",
  Location: "location",
  Scheduler: "location",
  Appointment: "appointment",
}

/** A thing as a refused call named it: "templateId 7". */
const askedIn = ({ asked, call }: AboutRow["data"]): Reference | undefined => {
  if (typeof asked !== "string" || typeof call !== "string") return undefined
  const [field = "", value = ""] = asked.split(" ")
  const kind = fields[field] ?? (/^(hashedId|primaryId)$/.test(field) ? ofGroup[call.split(".")[0] ?? ""] : undefined)
  if (kind === undefined) return undefined
  return /^\d{1,10}$/.test(value) ? { kind, id: Number(value), hashed: null } : { kind, id: null, hashed: value }
}

/** What an event is about: the thing of its stream, or the one that an entry of an audit stream names. */
const referenceOf = (streams: Streams, { stream_id, data }: AboutRow): Reference | undefined => {
  const stream = streams.find((one) => thingOf(one, stream_id) !== undefined)
  if (stream !== undefined) {
    const id = stream.activity.isNumbered ? (thingOf(stream, stream_id) ?? null) : null
    return { kind: stream.category, id, hashed: null }
  }
  const named = Object.keys(fields).find((field) => typeof data[field] === "number")
  if (named === undefined) return askedIn(data)
  return { kind: fields[named] ?? "campaign", id: Number(data[named]), hashed: null }
}

const cases = (sql: PgClient, streams: Streams, which: "name" | "opens") => {
  const of: ThingInSql = { company: "w.company", id: "w.id" }
  const selects = streams.flatMap(({ category, activity }) => {
    const select = activity[which]
    return select === null ? [] : [`when '${category}' then (${select(of)})`]
  })
  return sql.literal(`case w.kind ${selects.join(" ")} end`)
}

type NamedRow = Omit<ActivityThing, "channel"> & {
  readonly pos: string
  readonly company: number
  readonly channel: ChannelName | null
}

/**
 * Names the things that rows of the log are about, by position.
 * @param acting the company one works for: the things of others cannot be opened; companies themselves can
 */
export const namedThings = Effect.fn("namedThings")(function* (
  streams: Streams,
  rows: ReadonlyArray<AboutRow>,
  acting: CompanyId,
) {
  const { sql } = yield* Database
  const isNumbered = (kind: string) =>
    streams.some(({ category, activity }) => category === kind && activity.isNumbered)
  const asked = rows.flatMap((row) => {
    const reference = referenceOf(streams, row)
    return reference === undefined ? [] : [{ pos: String(row.pos), company: row.company_id, ...reference }]
  })
  const named = yield* sql<NamedRow>`
    select w.pos, w.company, w.kind, w.id, ${cases(sql, streams, "name")} as name, ${cases(sql, streams, "opens")} as opens,
      case when w.kind in ('template', 'responseFile') then (select t.row ->> 'channel' from read_models t
        where t.company_id = w.company and t.category = 'template' and t.id = w.id) end as channel
    from (
      select a.pos, a.company, a.kind, coalesce(a.id, (select h.id from hashed_ids h
        where h.company_id = a.company and h.kind = a.kind and h.hashed_id = a.hashed)) as id
      from jsonb_to_recordset(${sql.json(asked)}) as a (pos text, company int, kind text, id int, hashed text)) w`
  return new Map(
    named.map(({ pos, company, kind, id, name, opens, channel }): readonly [string, ActivityThing | null] => [
      pos,
      name === null && isNumbered(kind)
        ? null
        : {
            ...{ kind, id, name, opens: company === acting || kind === "company" ? opens : null },
            ...(channel === null ? {} : { channel }),
          },
    ]),
  )
})
