import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId, ListId, PatientId } from "#schemas/ids.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { startsWith } from "./patientRanges.queries.ts"
import { patientSearch, type Beginnings } from "./patientSearch.rule.ts"
import { whereabouts } from "./zone.rule.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf, pageOf } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** Which patients, and how many. */
export type PatientQuery = {
  readonly search?: string | undefined
  /** ISO country of the company, for numbers without a country's code; looked up where it is needed and absent. */
  readonly country?: string | undefined
  readonly listId?: ListId | undefined
  /** This patient alone. */
  readonly patientId?: PatientId
  /** The patient to go on after. */
  readonly after?: number | undefined
  readonly pageSize: number
}

type PatientFields = Omit<Patient, "updatedOn" | "smsConsent" | "zones" | "zoneSource"> & {
  readonly updatedOn: Date
  readonly timezone: string | null
  readonly smsConsent: Patient["smsConsent"]
}

/** The statement of one page, with one row more than it holds. */
export const patientPage = (sql: PgClient, companyId: CompanyId, query: PatientQuery) => {
  const ofCompany = sql`p.company_id = ${companyId}`
  const alone = query.patientId === undefined ? sql`true` : sql`p.patient_id = ${query.patientId}`
  const onList =
    query.listId === undefined
      ? sql`true`
      : sql`exists (select from list_members m
                    where m.company_id = ${companyId} and m.list_id = ${query.listId} and m.patient_id = p.patient_id)`
  // The cursor is an id and not a name, because it travels in an address.
  const after =
    query.after === undefined
      ? sql`true`
      : sql`(p.last_key, p.first_key, p.patient_id) > (
              select last_key, first_key, patient_id from patients
              where company_id = ${companyId} and patient_id = ${query.after})`
  const page = (fits: Beginnings) =>
    sql`(select p.patient_id from patients p where ${sql.and([ofCompany, alone, onList, after, ...startsWith(sql, fits)])}
         order by p.last_key, p.first_key, p.patient_id ${limitOf(sql, query.pageSize)})`
  const wanted = query.search?.trim() ?? ""
  const alternatives = wanted === "" ? [[]] : patientSearch(wanted, query.country ?? "US")
  const pages = alternatives.map(page).reduce((one, other) => sql`${one} union ${other}`)
  return sql<PatientFields>`
    with wanted as materialized (${pages})
    select p.patient_id as "patientId", p.hashed_id as "hashedId", p.external_id as "externalId",
      p.first_name as "firstName", p.last_name as "lastName", to_char(p.dob, 'YYYY-MM-DD') as dob,
      coalesce(p.language, 'en') as language, p.zip, p.timezone, p.address_country as "addressCountry", p.phone,
      p.phone_kind as "phoneKind", p.email, p.custom, p.updated_at as "updatedOn",
      ${lastConsent(sql, textFacts.name, { company: sql`p.company_id`, phone: sql`p.phone` })} as "smsConsent"
    from wanted join patients p on ${ofCompany} and p.patient_id = wanted.patient_id
    order by p.last_key, p.first_key, p.patient_id ${limitOf(sql, query.pageSize)}`
}

const countryOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [own] = yield* read(
    companyId,
    sql<{ country: string }>`select country from companies where company_id = ${companyId}`,
  )
  return own?.country
})

/** Named one by one: a row of 20 columns is copied so in a fraction of the time that taking a few away needs. */
const patientOf = (row: PatientFields, country: string): Patient => {
  const { zones, source } = whereabouts(row, country)
  return {
    patientId: row.patientId,
    hashedId: row.hashedId,
    externalId: row.externalId,
    firstName: row.firstName,
    lastName: row.lastName,
    dob: row.dob,
    language: row.language,
    zip: row.zip,
    addressCountry: row.addressCountry,
    zones,
    zoneSource: source,
    phone: row.phone,
    phoneKind: row.phoneKind,
    email: row.email,
    custom: row.custom,
    smsConsent: row.smsConsent,
    updatedOn: row.updatedOn.toISOString(),
  }
}

/**
 * One page of a company's patients by name, and the patient after which the
 * next page goes on. Every search goes over an index.
 */
export const readPatients = Effect.fn("store.readPatients")(function* (companyId: CompanyId, query: PatientQuery) {
  const { sql, read } = yield* Database
  const country = query.country ?? (yield* countryOf(companyId)) ?? "US"
  const rows = yield* read(companyId, patientPage(sql, companyId, { ...query, country }))
  const page = pageOf(rows, query.pageSize, ({ patientId }) => patientId)
  const patients = page.rows.map((row) => patientOf(row, country))
  return { patients, next: page.next }
})

/** One patient of a company; fails with NotFound. */
export const foundPatient = Effect.fn("store.foundPatient")(function* (companyId: CompanyId, patientId: PatientId) {
  const { patients } = yield* readPatients(companyId, { patientId, pageSize: 1 })
  return yield* orNotFound(Effect.succeed(patients[0]))
})
