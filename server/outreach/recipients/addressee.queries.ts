import type { PgClient } from "@effect/sql-pg/PgClient"
import type { PatientId } from "#schemas/ids.ts"
import type { PhoneKind, Consent } from "#schemas/people/patient.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
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
  readonly consent: Consent
}

/** Columns of an addressee, from `patients p`. The last word of a phone about the channel holds. */
export const addresseeColumns = (sql: PgClient, channel: ChannelName) => sql`
  p.patient_id, p.first_name, p.last_name, p.external_id, p.language, p.zip, p.phone, p.phone_kind, p.timezone, p.address_country, p.custom,
  ${lastConsent(sql, channel, { company: sql`p.company_id`, phone: sql`p.phone` })} as consent`

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
  consent: row.consent,
})
