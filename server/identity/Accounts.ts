import type { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { UserType } from "#schemas/access.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { usualPreferences, type Preferences } from "#schemas/preferences.ts"
import type { Account } from "#server/session/login.rule.ts"
import { integers } from "#server/store/columnArrays.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import { Database } from "#server/store/Database.ts"
import { whenTaken } from "#server/store/takenKeys.ts"
import { normalEmail } from "./email.ts"

/** A new person of a company; `issuer` and `subject` say who signs in as them. */
export type NewAccount = {
  readonly companyId: CompanyId
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly displayName: string
  readonly userType: UserType
  readonly accessIds: ReadonlyArray<number>
  readonly groupIds?: ReadonlyArray<GroupId>
  readonly isActive?: boolean
  readonly locked?: boolean
}

type AccountRow = {
  readonly user_id: UserId
  readonly email: string
  readonly display_name: string
  readonly user_type: UserType
  readonly access_ids: ReadonlyArray<number>
  readonly is_active: boolean
  readonly locked: boolean
  readonly preferences: Partial<Preferences> | null
  readonly company_id: CompanyId
  readonly name: string
  readonly timezone: string
  readonly status: string
  readonly contract_start: string | null
  readonly contract_end: string | null
  readonly country: string
  readonly acting_id: CompanyId | null
  readonly acting_country: string | null
  readonly revision: string
}

/** An account as it stood when it was looked up, and the company it may work for. */
export type FoundAccount = {
  readonly account: Account
  /** ISO country of the account's own company. */
  readonly country: string
  /** The company with the public id that was asked for; absent for deleted ones. */
  readonly acting: { readonly companyId: CompanyId; readonly country: string } | undefined
  /** A condition in SQL, asked where all companies are seen: account and companies are as they were. */
  readonly isUnchanged: (sql: PgClient) => Fragment
}

/** Who is looked up: `acting` is the public id of a company. */
type AccountQuery = { readonly issuer: string; readonly subject: string; readonly acting: string | undefined }

/**
 * Account, its groups, own company and acting company. A row's place and the transaction that wrote it
 * change with every change of it, so together they are its revision. The laterals keep the planner from
 * reading a table before `tenant` is set.
 */
const rowsOf = (sql: PgClient, { issuer, subject, acting }: AccountQuery, after: Fragment) => sql`
  lateral (select accounts.*, accounts.ctid::text || accounts.xmin::text as revision
    from accounts where issuer = ${issuer} and subject = ${subject} and ${after} offset 0) a,
  lateral (select companies.*, companies.ctid::text || companies.xmin::text as revision
    from companies where company_id = a.company_id offset 0) c,
  lateral (select array_agg(held.id) as access_ids, string_agg(distinct g.ctid::text || g.xmin::text, ' ') as revision
    from read_models g, lateral (select value::int as id from jsonb_array_elements_text(g.row -> 'accessIds')) held
    where g.company_id = a.company_id and g.category = 'group' and g.id = any(a.group_ids) and g.state = 'active' offset 0) g
  left join lateral (select company_id, country, companies.ctid::text || companies.xmin::text as revision
    from companies where hashed_id = ${acting ?? ""} and status <> 'retired' offset 0) w on true`

const revision = (sql: PgClient) => sql`concat_ws(' ', a.revision, c.revision, g.revision, w.revision)`

const toAccount = (row: AccountRow): Account => ({
  userId: row.user_id,
  userName: row.email,
  displayName: row.display_name,
  userType: row.user_type,
  accessIds: row.access_ids,
  isActive: row.is_active,
  locked: row.locked,
  preferences: { ...usualPreferences, ...row.preferences },
  company: {
    companyId: row.company_id,
    name: row.name,
    timezone: row.timezone,
    state: row.status,
    contractStart: row.contract_start,
    contractEnd: row.contract_end,
  },
})

const foundIn = (row: AccountRow, wanted: AccountQuery): FoundAccount => ({
  account: toAccount(row),
  country: row.country,
  acting: row.acting_id === null ? undefined : { companyId: row.acting_id, country: row.acting_country ?? row.country },
  isUnchanged: (sql) =>
    sql`exists (select from ${rowsOf(sql, wanted, sql`true`)} where ${revision(sql)} = ${row.revision})`,
})

const taken = () => problem("AlreadyExists", "This person has an account already.")

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql } = database

  // One statement that sets what it may see (decision 004). Inside a company's transaction it sees that company still.
  const findFor = Effect.fn("Accounts.findFor")(function* (issuer: string, subject: string, acting?: string) {
    const wanted = { issuer, subject, acting }
    const [row] = yield* sql<AccountRow>`
      with tenant as materialized (
        select set_config('app.company_id', coalesce(nullif(current_setting('app.company_id', true), ''), '*'), true) as seen)
      select a.user_id, a.email, a.display_name, a.user_type, a.is_active, a.locked, a.preferences,
             array(select distinct id from unnest(a.access_ids || g.access_ids) as held (id)
                   where id = any (c.features) order by id) as access_ids,
             c.company_id, c.name, c.timezone, c.status, c.country,
             c.contract_start::text as contract_start, c.contract_end::text as contract_end,
             w.company_id as acting_id, w.country as acting_country, ${revision(sql)} as revision
      from tenant, ${rowsOf(sql, wanted, sql`tenant.seen is not null`)}`
    return row === undefined ? undefined : foundIn(row, wanted)
  }, Effect.orDie)
  const find = (issuer: string, subject: string) => Effect.map(findFor(issuer, subject), (found) => found?.account)

  const create = Effect.fn("Accounts.create")(function* (person: NewAccount) {
    const { companyId, issuer, subject, displayName, userType, isActive = true, locked = false } = person
    const insert = sql<{ readonly user_id: UserId }>`
      insert into accounts (company_id, issuer, subject, email, display_name, user_type, access_ids, group_ids, is_active, locked)
      values (${companyId}, ${issuer}, ${subject}, ${normalEmail(person.email)}, ${displayName}, ${userType},
              ${integers(person.accessIds)}::integer[], ${integers(person.groupIds ?? [])}::integer[], ${isActive}, ${locked})
      returning user_id`
    const rows = yield* database.company(companyId)(whenTaken(["accounts_identity"], taken)(insert))
    return rows[0]?.user_id ?? (yield* Effect.die("An inserted account gave no id"))
  })

  const byEmail = Effect.fn("Accounts.byEmail")(function* (email: string) {
    return yield* database.everyCompany(
      sql<{
        readonly companyId: CompanyId
        readonly userId: UserId
        readonly subject: string
      }>`select company_id as "companyId", user_id as "userId", subject from accounts where email = ${normalEmail(email)}`,
    )
  })

  return Accounts.of({ find, findFor, byEmail, create })
})

/** People's own records (docs/architecture.md#identity): keyed by issuer and subject, never by e-mail. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /**
     * The account of a verified person with the company's contract, or undefined when we do not know them. Its access
     * ids are their own and those of their groups, as far as the company has bought them (docs/policy.md#rights).
     */
    readonly find: (issuer: string, subject: string) => Effect.Effect<Account | undefined>
    /** As `find`, with the company of a public id, and how to ask later whether all of it still stands. */
    readonly findFor: (issuer: string, subject: string, acting?: string) => Effect.Effect<FoundAccount | undefined>
    /** For operators, who know people by address; an address is no key and may name several. */
    readonly byEmail: (
      email: string,
    ) => Effect.Effect<
      ReadonlyArray<{ readonly companyId: CompanyId; readonly userId: UserId; readonly subject: string }>
    >
    /** Adds the row of an account and gives its user id; `AlreadyExists` when the person has one, in whatever company. */
    readonly create: (person: NewAccount) => Effect.Effect<UserId, Problem>
  }
>()("admin-view/identity/Accounts") {
  static readonly layer = Layer.effect(Accounts, make)
}
