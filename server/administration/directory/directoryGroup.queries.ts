import { Effect } from "effect"
import type { GroupId } from "#schemas/administration/group.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"

/** A group of the company as its directory sees it; who is in it is read by itself. */
export type DirectoryGroup = {
  readonly id: string
  readonly groupId: GroupId
  readonly name: string
  readonly externalId: string | null
}

/** The groups of a company by number; only the one with an id where one is named. */
export const readDirectoryGroups = Effect.fn("readDirectoryGroups")(function* (companyId: CompanyId, id?: string) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<DirectoryGroup>`
      select h.hashed_id as id, t.id as "groupId", t.row ->> 'name' as name, d.external_id as "externalId"
      from read_models t join hashed_ids h on h.company_id = t.company_id and h.kind = 'group' and h.id = t.id
      left join directory_groups d on d.company_id = t.company_id and d.group_id = t.id
      where t.company_id = ${companyId} and t.category = 'group' and t.state = 'active'
        ${id === undefined ? sql`` : sql`and h.hashed_id = ${id}`}
      order by t.id`,
  )
})

/** Keeps what the directory calls a group; joins an open transaction. */
export const keepGroup = Effect.fnUntraced(function* (
  companyId: CompanyId,
  groupId: GroupId,
  externalId: string | null,
) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    insert into directory_groups (company_id, group_id, external_id) values (${companyId}, ${groupId}, ${externalId})
    on conflict (company_id, group_id) do update set external_id = excluded.external_id`)
})
