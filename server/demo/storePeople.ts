import { Effect } from "effect"
import { patientKeys } from "#server/people/patients/patientKeys.rule.ts"
import { Database } from "#server/store/Database.ts"
import type { DemoList } from "./audiences.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import type { DemoWord } from "./campaigns.ts"
import type { DemoPerson } from "./people.ts"
import type { CompanyId, PatientId } from "#schemas/ids.ts"

const patientColumns = {
  company_id: "int",
  patient_id: "int",
  identity: "text",
  external_id: "text",
  first_name: "text",
  last_name: "text",
  last_key: "text",
  first_key: "text",
  dob: "date",
  language: "text",
  zip: "text",
  phone: "text",
  phone_kind: "text",
  email: "text",
  custom: "jsonb",
  updated_at: "timestamptz",
} as const

/** Stores people; gives their ids in order. @param at ISO instant */
export const storePeople = Effect.fn("demo.storePeople")(function* (
  companyId: CompanyId,
  people: ReadonlyArray<DemoPerson>,
  at: string,
) {
  const ids = yield* takeIds("patient_ids", people.length)
  const rows = people.map((person, place) => {
    const { identity, lastKey, firstKey } = patientKeys(person)
    return {
      company_id: companyId,
      patient_id: idAt(ids, place),
      identity,
      external_id: person.externalId,
      first_name: person.firstName,
      last_name: person.lastName,
      last_key: lastKey,
      first_key: firstKey,
      dob: person.dob,
      language: person.language,
      zip: person.zip,
      phone: person.phone,
      phone_kind: person.phoneKind,
      email: person.email,
      custom: person.custom,
      updated_at: at,
    }
  })
  yield* insertRows("patients", patientColumns, rows)
  return ids
})

const listColumns = {
  company_id: "int",
  list_id: "int",
  name: "text",
  people: "int",
  created_at: "timestamptz",
} as const
const memberColumns = { company_id: "int", list_id: "int", patient_id: "int", line: "int" } as const

/** Stores lists with their members; gives their ids by name. @param at ISO instant */
export const storeLists = Effect.fn("demo.storeLists")(function* (
  companyId: CompanyId,
  lists: ReadonlyArray<DemoList>,
  patientIds: ReadonlyArray<PatientId>,
  at: string,
) {
  const ids = yield* takeIds("list_ids", lists.length)
  const idOf = (place: number) => idAt(ids, place)
  const rows = lists.map(({ name, people }, place) => ({
    company_id: companyId,
    list_id: idOf(place),
    name,
    people: people.length,
    created_at: at,
  }))
  const members = lists.flatMap(({ people }, place) =>
    people.map((person, line) => ({
      company_id: companyId,
      list_id: idOf(place),
      patient_id: idAt(patientIds, person),
      line: line + 2,
    })),
  )
  yield* insertRows("patient_lists", listColumns, rows)
  yield* insertRows("list_members", memberColumns, members)
  const { sql } = yield* Database
  yield* sql`
    insert into list_variables (company_id, list_id, name)
    select distinct m.company_id, m.list_id, jsonb_object_keys(p.custom)
    from list_members m join patients p on p.company_id = m.company_id and p.patient_id = m.patient_id
    where m.company_id = ${companyId}`
  return new Map(lists.map(({ name }, place) => [name, idOf(place)]))
})

const consentColumns = {
  company_id: "int",
  phone: "text",
  channel: "text",
  consent: "text",
  at: "timestamptz",
  source: "text",
  evidence: "text",
} as const

/** Stores what people said about getting texts, in the order they said it. */
export const storeConsent = (companyId: CompanyId, said: ReadonlyArray<DemoWord>) =>
  insertRows(
    "opt_outs",
    consentColumns,
    said.map(({ at, ...word }) => ({ company_id: companyId, ...word, at: new Date(at).toISOString() })),
  )
