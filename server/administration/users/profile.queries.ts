import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { UserType } from "#schemas/access.ts"
import type { Profile, ProfileDraft } from "#schemas/administration/profile.ts"
import { usualNoticeChoices, type NoticeChoices } from "#schemas/administration/notice.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import { GroupEvent, UserEvent } from "#schemas/administration/userEvents.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { usualPreferences, type Preferences } from "#schemas/preferences.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { streamId } from "#server/decider.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { groupProjection } from "./group.decider.ts"
import { ownAccess, type Recorded } from "./ownAccess.rule.ts"
import { userProjection } from "./user.projection.ts"

type Row = {
  readonly version: number
  readonly userName: string
  readonly userType: UserType
  readonly displayName: string
  readonly signature: string
  readonly preferences: Partial<Preferences> | null
  readonly noticeChoices: NoticeChoices | null
  readonly companyName: string
  readonly companyZone: string
  readonly accessIds: ReadonlyArray<number>
  readonly ownAccessIds: ReadonlyArray<number>
  readonly groups: ReadonlyArray<{
    readonly groupId: GroupId
    readonly name: string
    readonly accessIds: ReadonlyArray<number>
  }>
}

const readRow = Effect.fnUntraced(function* ({ companyId, userId }: Pick<Person, "companyId" | "userId">) {
  const { sql, company } = yield* Database
  return yield* orNotFound(
    Effect.map(
      company(companyId)(sql<Row>`
        select r.stream_version as version, a.email as "userName",
          a.user_type as "userType", a.display_name as "displayName", a.signature, a.preferences, a.notice_choices as "noticeChoices",
          c.name as "companyName", c.timezone as "companyZone", g.groups, a.access_ids as "ownAccessIds",
          array(select distinct id from (select unnest(a.access_ids) as id
              union all select id::int from jsonb_path_query(g.groups, '$[*].accessIds[*]') id) held
            where id = any(c.features) order by id) as "accessIds"
        from accounts a
        join companies c on c.company_id = a.company_id
        join read_models r on r.company_id = a.company_id and r.category = 'user' and r.id = a.user_id,
        lateral (select coalesce(jsonb_agg(jsonb_build_object('groupId', g.id, 'name', g.row ->> 'name',
            'accessIds', g.row -> 'accessIds') order by lower(g.row ->> 'name') collate "C"), '[]') as groups
          from read_models g where g.company_id = a.company_id and g.category = 'group' and g.state = 'active'
            and g.id = any(a.group_ids)) g
        where a.company_id = ${companyId} and a.user_id = ${userId}`),
      ([row]) => row,
    ),
  )
})

/** The zone that a person chose to see times in; null for that of the company they work for. */
export const readOwnZone = Effect.fn("readOwnZone")(function* ({
  companyId,
  userId,
}: Pick<Person, "companyId" | "userId">) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ zone: string | null }>`
      select preferences ->> 'timezone' as zone from accounts where company_id = ${companyId} and user_id = ${userId}`,
  )
  return row?.zone ?? null
})

const decodeUser = Schema.decodeUnknownSync(UserEvent)
const decodeGroup = Schema.decodeUnknownSync(GroupEvent)

/** A person's own account; what they are shown, and what saving it needs to know. */
export const ownProfile = Effect.fn("ownProfile")(function* (person: Person) {
  const { companyId, userId } = person
  const events = yield* EventStore
  const row = yield* readRow(person)
  const { groups } = row
  const read = (stream: string) => events.readStream(companyId, stream)
  const own = yield* read(streamId(userProjection, userId))
  const ofGroups = yield* Effect.forEach(groups, ({ groupId }) => read(streamId(groupProjection, groupId)))
  const nameOf = yield* actorsOf([...own, ...ofGroups.flat()])
  const toldBy =
    <Event>(decode: (stored: unknown) => Event) =>
    (stored: StoredEvent): Recorded<Event> => ({
      event: decode({ _tag: stored.type, ...(stored.data as object) }),
      by: stored.metadata.actorId === null ? null : nameOf(stored),
      at: stored.metadata.at,
    })
  const access = ownAccess(
    row.accessIds,
    own.map(toldBy(decodeUser)),
    groups.map((group, place) => ({ ...group, history: (ofGroups[place] ?? []).map(toldBy(decodeGroup)) })),
  )
  const { version, userName, userType, companyName, companyZone, displayName, signature } = row
  const profile: ProfileDraft = {
    displayName,
    signature,
    ...usualPreferences,
    ...row.preferences,
    ...(row.noticeChoices ?? usualNoticeChoices),
  }
  const shown: Profile = { version, userName, userType, companyName, companyZone, profile, access }
  return { shown, accessIds: row.ownAccessIds, groupIds: groups.map((one) => one.groupId) }
})

/** Writes what a person chose for themselves; joins the command's transaction. */
export const writeProfile = (
  sql: PgClient,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  {
    displayName,
    signature,
    noticesHere,
    noticesByEmail,
    ...preferences
  }: ProfileDraft & { readonly signature: string },
) => sql`
  update accounts set display_name = ${displayName}, signature = ${signature}, preferences = ${sql.json(preferences)},
    notice_choices = ${sql.json({ noticesHere, noticesByEmail })}
  where company_id = ${companyId} and user_id = ${userId}`
