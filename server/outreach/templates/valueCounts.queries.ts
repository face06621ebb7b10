import { Effect } from "effect"
import type { CompanyId, ListId } from "#schemas/ids.ts"
import type { patientVariables } from "#schemas/outreach/variables.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import { columnNames, firstPeople } from "#server/outreach/recipients/audience.queries.ts"
import { Database } from "#server/store/Database.ts"

/** Where the values of patients stand. */
const columns: Readonly<Record<keyof typeof patientVariables, string>> = {
  firstName: "first_name",
  lastName: "last_name",
  externalId: "external_id",
  language: "language",
  zip: "zip",
}

type Counted = { readonly people: number; readonly own: Readonly<Record<string, number>> } & Readonly<
  Record<keyof typeof patientVariables, number>
>

/** Counts in one statement of how many people each variable has a value: of those of a list, or of the company. */
export const countValues = Effect.fn("countValues")(function* (companyId: CompanyId, listId: ListId | undefined) {
  const { sql, company } = yield* Database
  const ofList =
    listId === undefined
      ? sql``
      : sql`and exists (select from list_members m
          where m.company_id = p.company_id and m.list_id = ${listId} and m.patient_id = p.patient_id)`
  const each = Object.entries(columns).map(
    ([name, column]) => `count(*) filter (where trim(coalesce(${column}, '')) <> '')::int as "${name}"`,
  )
  const [[row], names] = yield* company(companyId)(
    Effect.all([
      sql<Counted>`
        with counted as (
          select p.patient_id, ${sql.literal(Object.values(columns).join(", "))}, custom from patients p
          where p.company_id = ${companyId} ${ofList} order by p.patient_id limit ${firstPeople})
        select count(*)::int as people, ${sql.literal(each.join(", "))},
          (select coalesce(jsonb_object_agg(name, people), '{}') from (
             select key as name, count(*)::int as people from counted, jsonb_each_text(custom)
             where trim(coalesce(value, '')) <> '' group by key) own) as own
        from counted`,
      columnNames(sql, companyId, listId),
    ]),
  )
  const { people = 0, own = {}, ...common } = row ?? {}
  const has = { ...own, ...common } as Readonly<Record<string, number>>
  return {
    people,
    isPartial: people >= firstPeople,
    values: [...Object.keys(columns), ...names].map((name) => ({
      name,
      people: Object.hasOwn(has, name) ? (has[name] ?? 0) : 0,
    })),
  } satisfies ValueCounts
})
