import type { PgClient } from "@effect/sql-pg/PgClient"
import type { PatientId } from "#schemas/ids.ts"
import type { PhoneKind, SmsConsent } from "#schemas/people/patient.ts"
import type { Addressee } from "./assess.rule.ts"

/** What `addresseeColumns` selects. */
export type AddresseeRow = {
  readonly patient_id: PatientId
  readonly first_name: string
  readonly last_name: string
  readonly external_id: string | null
  readonly language: string | null
  readonly zip: string | null
  readonly phone: string | null
  readonly phone_kind: PhoneKind
  readonly timezone: string | null
  readonly address_country: string | null
  readonly custom: Readonly<Record<string, string>>
  readonly sms_consent: SmsConsent
}

/** Columns of an addressee, from `patients p`. The last word of a phone about texts holds. */
export const addresseeColumns = (sql: PgClient) => sql`
  p.patient_id, p.first_name, p.last_name, p.external_id, p.language, p.zip, p.phone, p.phone_kind, p.timezone, p.address_country, p.custom,
  coalesce((select o.consent from opt_outs o
            where o.company_id = p.company_id and o.phone = p.phone and o.channel = 'SMS'
            order by o.opt_out_id desc limit 1), 'unknown') as sms_consent`

/** A row as the domain knows it. */
export const addresseeOf = (row: AddresseeRow): Addressee => ({
  patientId: row.patient_id,
  firstName: row.first_name,
  lastName: row.last_name,
  externalId: row.external_id,
  language: row.language,
  zip: row.zip,
  phone: row.phone,
  phoneKind: row.phone_kind,
  timezone: row.timezone,
  addressCountry: row.address_country,
  custom: row.custom,
  smsConsent: row.sms_consent,
})
