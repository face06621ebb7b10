import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { PatientRow } from "#server/people/imports/patientRow.rule.ts"
import { Database } from "#server/store/Database.ts"
import { integers, texts } from "#server/store/columnArrays.ts"
import type { CompanyId, ListId, PatientId } from "#schemas/ids.ts"

/** What became of a batch of rows; `named` are rows about people that an earlier row of the list names. */
export type StoredPatients = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly named: ReadonlyArray<{ readonly line: number; readonly firstLine: number }>
}

type Counts = { readonly added: number; readonly changed: number; readonly named: StoredPatients["named"] }

/** First half of the advisory lock under which a company's patients are written; the store's own is 4180. */
const lockSpace = 4_181

/** Random public ids, 32 hexadecimal digits each; those of people who are known already are not used. */
const hashedIds = (count: number): ReadonlyArray<string> => {
  const digits = randomBytes(16 * count).toString("hex")
  return Array.from({ length: count }, (_, index) => digits.slice(index * 32, (index + 1) * 32))
}

/** The columns of a batch, one array each, in the order of `rowsFrom`: one statement for thousands of rows. */
const columnsOf = (rows: ReadonlyArray<PatientRow>) => [
  integers(rows.map(({ line }) => line)),
  ...(
    [
      "identity",
      "lastKey",
      "firstKey",
      "externalId",
      "firstName",
      "lastName",
      "dob",
      "language",
      "zip",
      "addressCountry",
      "timezone",
      "phone",
      "phoneKind",
      "email",
    ] as const
  ).map((name) => texts(rows.map((row) => row[name]))),
  texts(rows.map(({ custom }) => JSON.stringify(custom))),
]

const columnTypes = ["int", ...Array<string>(6).fill("text"), "date", ...Array<string>(7).fill("text"), "jsonb"]

/** The rows of a batch in a statement whose parameters from `first` on are their columns, and further columns. */
const rowsFrom = (first: number, more: ReadonlyArray<readonly [name: string, type: string]> = []): string => {
  const types = [...columnTypes, ...more.map(([, type]) => type)]
  return `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(", ")})
      as row (line, identity, last_key, first_key, external_id, first_name, last_name, dob, language, zip, address_country,
              timezone, phone, phone_kind, email, custom${more.map(([name]) => `, ${name}`).join("")})`
}

/** Whether a row says something else than what is kept. What it does not say stays as it is. */
const differs = `
  (row.first_name <> '' and row.first_name <> kept.first_name)
  or (row.last_name <> '' and row.last_name <> kept.last_name)
  or (row.dob is not null and row.dob is distinct from kept.dob)
  or (row.language is not null and row.language is distinct from kept.language)
  or (row.zip is not null and row.zip is distinct from kept.zip)
  or (row.address_country is not null and row.address_country is distinct from kept.address_country)
  or (row.timezone is not null and row.timezone is distinct from kept.timezone)
  or (row.phone is not null and (row.phone is distinct from kept.phone or row.phone_kind <> kept.phone_kind))
  or (row.email is not null and row.email is distinct from kept.email)
  or not kept.custom @> row.custom`

// The look-ups are lateral with a limit so that each goes over its index whatever the planner believes: the embedded
// engine gathers no statistics by itself. Rows that say nothing new are left out before the insert, which would lock
// the patient's row, and so write it, only to find that out.
const upsert = `
  with given as materialized (
    select row.*, coalesce(known.patient_id, nextval('patient_ids')::int) as patient_id,
      known.patient_id is null as is_new, known.differs, member.line as first_line
    from ${rowsFrom(3, [["hashed_id", "text"]])}
    left join lateral (
      select kept.patient_id, (${differs}) as differs from patients kept
      where kept.company_id = $1 and kept.identity = row.identity limit 1) known on true
    left join lateral (
      select line from list_members
      where company_id = $1 and list_id = $2 and list_members.patient_id = known.patient_id limit 1) member on true),
  written as (
    insert into patients as kept (company_id, patient_id, hashed_id, identity, last_key, first_key, external_id,
      first_name, last_name, dob, language, zip, address_country, timezone, phone, phone_kind, email, custom, updated_at)
    select $1, patient_id, hashed_id, identity, last_key, first_key, external_id, first_name, last_name, dob, language,
      zip, address_country, timezone, phone, phone_kind, email, custom, $20::timestamptz
    from given where first_line is null and (is_new or differs)
    on conflict on constraint patients_identity do update set
      last_key = case when excluded.last_key = '' then kept.last_key else excluded.last_key end,
      first_key = case when excluded.first_key = '' then kept.first_key else excluded.first_key end,
      first_name = case when excluded.first_name = '' then kept.first_name else excluded.first_name end,
      last_name = case when excluded.last_name = '' then kept.last_name else excluded.last_name end,
      dob = coalesce(excluded.dob, kept.dob),
      language = coalesce(excluded.language, kept.language),
      zip = coalesce(excluded.zip, kept.zip),
      address_country = coalesce(excluded.address_country, kept.address_country),
      timezone = coalesce(excluded.timezone, kept.timezone),
      phone = coalesce(excluded.phone, kept.phone),
      phone_kind = case when excluded.phone is null then kept.phone_kind else excluded.phone_kind end,
      email = coalesce(excluded.email, kept.email),
      custom = kept.custom || excluded.custom,
      updated_at = excluded.updated_at
    returning 1),
  listed as (
    insert into list_members (company_id, list_id, patient_id, line)
    select $1, $2, patient_id, line from given where first_line is null and $2::int is not null
    returning 1)
  select count(*) filter (where first_line is null and is_new)::int as added,
         count(*) filter (where first_line is null and differs)::int as changed,
         coalesce(json_agg(json_build_object('line', line, 'firstLine', first_line))
                  filter (where first_line is not null), '[]'::json) as named,
         (select count(*)::int from listed) as listed, (select count(*)::int from written) as written
  from given`

const comparison = `
  select count(*) filter (where known.patient_id is null)::int as added,
         count(*) filter (where known.differs)::int as changed
  from ${rowsFrom(2)}
  left join lateral (
    select kept.patient_id, (${differs}) as differs from patients kept
    where kept.company_id = $1 and kept.identity = row.identity limit 1) known on true`

/**
 * What storing the people of a batch would do now, in the open transaction of their company. Identities within a batch
 * must differ. Nothing is stored or locked.
 */
export const comparePatients = Effect.fn("store.comparePatients")(function* (
  rows: ReadonlyArray<PatientRow>,
  companyId: CompanyId,
) {
  const { sql } = yield* Database
  if (rows.length === 0) return { added: 0, changed: 0, unchanged: 0 }
  const [counts] = yield* sql.unsafe<Pick<Counts, "added" | "changed">>(comparison, [companyId, ...columnsOf(rows)])
  if (counts === undefined) return yield* Effect.die(new Error("The batch gave no counts"))
  const { added, changed } = counts
  return { added, changed, unchanged: rows.length - added - changed }
})

/** One writer for each company: two that name the same person at once would each miss the other's row. */
const lockPatients = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  yield* sql`select pg_advisory_xact_lock(${lockSpace}, ${companyId})`
})

type Target = { readonly companyId: CompanyId; readonly listId: ListId | null; readonly at: string }

const writeRows = Effect.fnUntraced(function* (rows: ReadonlyArray<PatientRow>, { companyId, listId, at }: Target) {
  const { sql } = yield* Database
  const [counts] = yield* sql.unsafe<Counts & { readonly listed: number }>(upsert, [
    companyId,
    listId,
    ...columnsOf(rows),
    texts(hashedIds(rows.length)),
    at,
  ])
  return counts ?? (yield* Effect.die(new Error("The batch gave no counts")))
})

// One branch for each index. Someone of the same name and phone is another person only where two known dates of birth
// differ, and where a patient id tells them apart.
const findKnown = Effect.fnUntraced(function* (row: PatientRow, companyId: CompanyId) {
  const { sql } = yield* Database
  const [known] = yield* sql<{ patientId: PatientId }>`
    (select patient_id as "patientId" from patients where company_id = ${companyId} and identity = ${row.identity})
    union all
    (select patient_id from patients
     where company_id = ${companyId} and phone = ${row.phone} and last_key = ${row.lastKey}
       and first_key = ${row.firstKey} and coalesce(dob = ${row.dob}::date, true)
     order by patient_id limit 1)
    limit 1`
  return known?.patientId
})

/**
 * Adds one person, on no list, in the open transaction of their company; gives the patient who is on record already,
 * unchanged, in place of a second one.
 * @param at ISO instant, by the Clock service.
 */
export const addPatient = Effect.fn("store.addPatient")(function* (
  row: PatientRow,
  { companyId, at }: Omit<Target, "listId">,
) {
  yield* lockPatients(companyId)
  const known = yield* findKnown(row, companyId)
  if (known !== undefined) return { patientId: known, isNew: false }
  yield* writeRows([row], { companyId, listId: null, at })
  const added = yield* findKnown(row, companyId)
  if (added === undefined) return yield* Effect.die(new Error("The patient who was added is not there"))
  return { patientId: added, isNew: true }
})

/**
 * Stores the people of a batch and puts them on a list, in the open
 * transaction of their company. Identities within a batch must differ. Who is
 * on the list already keeps the earlier row: a file read twice, or a batch
 * stored twice, changes nothing.
 * @param at ISO instant, by the Clock service.
 */
export const storePatients = Effect.fn("store.storePatients")(function* (
  rows: ReadonlyArray<PatientRow>,
  { companyId, listId, at }: { readonly companyId: CompanyId; readonly listId: ListId; readonly at: string },
) {
  const { sql } = yield* Database
  if (rows.length === 0) return { added: 0, changed: 0, unchanged: 0, named: [] } satisfies StoredPatients
  yield* lockPatients(companyId)
  const { added, changed, named, listed } = yield* writeRows(rows, { companyId, listId, at })
  const names = [...new Set(rows.flatMap(({ custom }) => Object.keys(custom)))]
  yield* sql`insert into list_variables (company_id, list_id, name)
             select ${companyId}::int, ${listId}::int, value from jsonb_array_elements_text(${sql.json(names)})
             on conflict do nothing`
  yield* sql`update patient_lists set people = people + ${listed} where company_id = ${companyId} and list_id = ${listId}`
  return { added, changed, unchanged: rows.length - added - changed - named.length, named } satisfies StoredPatients
})
