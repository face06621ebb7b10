import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Group, GroupId } from "#schemas/administration/group.ts"
import type { GroupMember, GroupMembers } from "#schemas/administration/groupMembers.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { groupProjection } from "./group.decider.ts"
import { readFeatures } from "./group.queries.ts"

/** Who is in a group, by name, with what stands for just these people. */
export const readGroupMembers = Effect.fn("readGroupMembers")(function* (
  companyId: CompanyId,
  { groupId, hashedId, group: { name, accessIds } }: Group,
) {
  const { sql, company } = yield* Database
  const members = yield* company(companyId)(sql<GroupMember>`
    select a.user_id as "userId", h.hashed_id as "hashedId", a.email as "userName", a.display_name as "displayName",
      a.user_type as "userType", r.state
    from accounts a
    join hashed_ids h on h.company_id = a.company_id and h.kind = 'user' and h.id = a.user_id
    join read_models r on r.company_id = a.company_id and r.category = 'user' and r.id = a.user_id
    where a.company_id = ${companyId} and ${groupId} = any(a.group_ids)
    order by lower(a.display_name) collate "C", a.user_id`)
  // Of the same reading: someone who was added between two would be seen and not shown.
  const ids = members.map(({ userId }) => userId).toSorted((one, other) => one - other)
  const seen = createHash("sha256").update(ids.join(",")).digest("hex")
  const features = yield* readFeatures(companyId)
  return {
    ...{ hashedId, name, features, members, seen },
    accessIds: accessIds.filter((id) => features.includes(id)),
  } satisfies GroupMembers
})

/** Keeps others from changing who is in a group at the same moment; joins an open transaction. */
export const lockGroup = Effect.fnUntraced(function* (companyId: CompanyId, groupId: GroupId) {
  const { sql } = yield* Database
  yield* sql`select 1 from read_models t
    where t.company_id = ${companyId} and ${rowsOf(sql, "t", groupProjection)} and t.id = ${groupId} for update`
})
