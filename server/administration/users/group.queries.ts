import { Effect } from "effect"
import { GroupId, type Group } from "#schemas/administration/group.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { groupProjection } from "./group.decider.ts"

/** The groups of a company by name, with how many people are in each; only the one with an id where one is named. */
export const readGroups = Effect.fn("readGroups")(function* (companyId: CompanyId, groupId?: GroupId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Group>`
      select t.id as "groupId", h.hashed_id as "hashedId", t.stream_version as version,
        coalesce(m.members, 0) as members,
        jsonb_build_object('name', t.row ->> 'name', 'accessIds', t.row -> 'accessIds') as "group"
      from read_models t ${withHashedId(sql, "t", groupProjection)}
      left join (
        select group_id, count(*)::int as members from accounts a, unnest(a.group_ids) group_id
        where a.company_id = ${companyId} group by 1) m on m.group_id = t.id
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", groupProjection)} and t.state = 'active'
        ${groupId === undefined ? sql`` : sql`and t.id = ${groupId}`}
      order by lower(t.row ->> 'name') collate "C"`,
  )
})

/** One group as it stands; fails with NotFound. */
export const foundGroup = Effect.fnUntraced(function* (companyId: CompanyId, groupId: GroupId) {
  return yield* orNotFound(Effect.map(readGroups(companyId, groupId), ([group]) => group))
})

/** Whether someone is in a group. */
export const isMember = Effect.fnUntraced(function* (companyId: CompanyId, userId: UserId, groupId: GroupId) {
  const { sql, company } = yield* Database
  const found = yield* company(companyId)(sql`
    select 1 from accounts where company_id = ${companyId} and user_id = ${userId} and ${groupId} = any(group_ids)`)
  return found.length > 0
})

/** What a company has bought. */
export const readFeatures = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ readonly features: ReadonlyArray<number> }>`select features from companies where company_id = ${companyId}`,
  )
  return row?.features ?? []
})

/** The number of a new group. */
export const nextGroupId = Effect.fn("nextGroupId")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ id: number }>`select nextval('group_ids'::regclass)::int as id`)
  return GroupId.make(row?.id ?? (yield* Effect.die("No number could be had for a group")))
})
