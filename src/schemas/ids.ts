import { Schema, SchemaTransformation } from "effect"

const maxSerial = 2_147_483_647
const Serial = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxSerial }))

/** Numeric ids come from database sequences and stand in bodies (docs/architecture.md#ids). */
export const CompanyId = Serial
export const UserId = Serial
export const InvitationId = Serial
export const TemplateId = Serial
export const CampaignId = Serial
export const ImportId = Serial
export const ListId = Serial
export const PatientId = Serial
export const SenderId = Serial

/** How a hashed id is written. */
export const hashedIdForm = /^[A-Za-z0-9_-]{16,40}$/u

/** What is said of a text that is no public id, and so names nothing. */
export const noHashedId = "Enter the public id as a list of these things gives it."

/** The opaque, random public form of an id, used in queries (docs/architecture.md#ids). */
export const HashedId = Schema.String.check(Schema.isPattern(hashedIdForm, { message: noHashedId }))
export type HashedId = typeof HashedId.Type

/** A whole number from 1 on in a query string, in digits: no other spelling of the same number is taken. */
export const numberInQuery = (maximum: number) => {
  const bounds = { minimum: 1, maximum }
  return Schema.String.check(
    Schema.isPattern(/^[1-9]\d{0,9}$/u, { toJsonSchema: () => ({ type: "integer", ...bounds }) }),
  ).pipe(Schema.decodeTo(Schema.Int.check(Schema.isBetween(bounds)), SchemaTransformation.numberFromString))
}

/** A numeric id in a query string. */
export const SerialFromString = numberInQuery(maxSerial)

/** An instant as ISO 8601 in UTC; wall times carry their zone with them (docs/architecture.md#time). */
export const Instant = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/u, {
    message: "Enter a time in UTC, for example 2026-03-01T14:30:00Z.",
  }),
)
/** A calendar date, `YYYY-MM-DD`. */
export const DateOnly = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\d$/u, { message: "Enter a date, for example 2026-03-01." }),
)
