import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "./addressee.queries.ts"
import { Database } from "#server/store/Database.ts"
import { readPatients } from "#server/people/patients/patient.queries.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { CompanyId, ListId } from "#schemas/ids.ts"

/** How many people are looked at where an answer is wanted within a second. */
export const firstPeople = 20_000

/** People of a list after a patient id, in order of their ids. Everyone in a list, once. */
export const peopleOfList = (
  sql: PgClient,
  {
    companyId,
    channel,
    listId,
    after,
    most,
  }: {
    readonly companyId: CompanyId
    readonly channel: ChannelName
    readonly listId: ListId
    readonly after: number
    readonly most: number
  },
) =>
  sql<AddresseeRow>`
    select ${addresseeColumns(sql, channel)}
    from (select patient_id from list_members
          where company_id = ${companyId} and list_id = ${listId} and patient_id > ${after}
          order by patient_id limit ${most}) m
    cross join lateral (
      select * from patients p where p.company_id = ${companyId} and p.patient_id = m.patient_id offset 0) p
    order by p.patient_id`.pipe(Effect.map((rows) => rows.map(addresseeOf)))

type CompanyFacts = {
  readonly name: string
  readonly timezone: string
  readonly language: string
  readonly approvedOnly: boolean
}

/** How a company is named in messages, whose clock counts where a person's is unknown, the language that it writes in, and whether it publishes only approved translations. */
export const companyFacts = (sql: PgClient, companyId: CompanyId) =>
  sql<CompanyFacts>`
    select name, timezone, coalesce(languages ->> 0, 'en') as language, approved_only as "approvedOnly"
    from companies where company_id = ${companyId}`.pipe(
    Effect.map(([row]) => row ?? { name: "", timezone: "UTC", language: "en", approvedOnly: false }),
  )

/** Names of the columns that lists brought besides the patient fields, of one list or of all. */
export const columnNames = (sql: PgClient, companyId: CompanyId, listId?: ListId) =>
  sql<{ name: string }>`
    select distinct name from list_variables
    where company_id = ${companyId} ${listId === undefined ? sql`` : sql`and list_id = ${listId}`}
    order by name`.pipe(Effect.map((rows) => rows.map(({ name }) => name)))

/** Whether a company has a list. */
export const hasListId = Effect.fnUntraced(function* (companyId: CompanyId, listId: ListId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql`select 1 from patient_lists where company_id = ${companyId} and list_id = ${listId}`,
  )
  return rows.length > 0
})

/** Patients a message is shown on (docs/policy.md#templates). */
const shown = 5

/** Some people to preview texts on: those who are looked for, the first of a list, or the first of the company. */
export const somePeople = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { listId, search }: { readonly listId?: ListId | undefined; readonly search?: string | undefined },
) {
  const { sql, company } = yield* Database
  const found = search === undefined ? undefined : yield* readPatients(companyId, { search, pageSize: shown })
  const ids = found?.patients.map(({ patientId }) => patientId)
  const rows = yield* company(companyId)(
    listId === undefined
      ? sql<AddresseeRow>`
          select ${addresseeColumns(sql, textFacts.name)} from patients p where p.company_id = ${companyId}
            ${ids === undefined ? sql`` : sql`and p.patient_id in (select value::int from jsonb_array_elements_text(${sql.json(ids)}))`}
          order by p.patient_id limit ${shown}`
      : sql<AddresseeRow>`
          select ${addresseeColumns(sql, textFacts.name)} from list_members m
          join patients p on p.company_id = m.company_id and p.patient_id = m.patient_id
          where m.company_id = ${companyId} and m.list_id = ${listId} order by m.patient_id limit ${shown}`,
  )
  return rows.map(addresseeOf)
})
