import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { texts } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import type { Named, NamedUser } from "./userFileRow.rule.ts"

/** What is known of some addresses in their normal form: users of the company, open invitations, and who else signs in. */
export const readNamed = Effect.fn("readNamed")(function* (
  companyId: CompanyId,
  emails: ReadonlyArray<string>,
  now: string,
) {
  const { sql, company, everyCompany } = yield* Database
  const asked = texts(emails)
  const users = yield* company(companyId)(sql<NamedUser>`
    select a.email, a.user_id as "userId", h.hashed_id as "hashedId", r.stream_version as version,
      a.display_name as "displayName", a.user_type as "userType", a.access_ids as "accessIds",
      array(select g.id from read_models g where g.company_id = a.company_id and g.category = 'group'
        and g.state = 'active' and g.id = any(a.group_ids) order by g.id) as "groupIds"
    from accounts a
    join hashed_ids h on h.company_id = a.company_id and h.kind = 'user' and h.id = a.user_id
    join read_models r on r.company_id = a.company_id and r.category = 'user' and r.id = a.user_id
    where a.company_id = ${companyId} and a.email = any(${asked}::text[])`)
  const invited = yield* company(companyId)(sql<{ readonly email: string }>`
    select email from invitations where company_id = ${companyId} and is_open
      and expires_at > ${now}::timestamptz and email = any(${asked}::text[])`)
  const signingIn = yield* everyCompany(sql<{ readonly email: string }>`
    select email from accounts where email = any(${asked}::text[])
    union select email from idp_users where email = any(${asked}::text[])`)
  return {
    users: new Map(users.map((user) => [user.email, user])),
    invited: new Set(invited.map(({ email }) => email)),
    signingIn: new Set(signingIn.map(({ email }) => email)),
  } satisfies Named
})
