import { Schema, SchemaTransformation } from "effect"

const maxSerial = 2_147_483_647
/** A number of a thing; an id that only its own noun names stands next to the noun’s fields, the others here. */
export const Serial = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxSerial }))

/** The number of one kind of thing, a type of its own, so that one cannot stand where another belongs. */
export const idOf = <Name extends string>(name: Name) =>
  // The library asks that a name is one word; of a type parameter it cannot see it.
  Serial.pipe(Schema.brand<Name>(name as Parameters<typeof Schema.brand<Name>>[0]))

/**
 * Numeric ids come from database sequences and stand in bodies (docs/architecture.md#ids). They are made where a
 * value enters: a decoded schema, a row of the database, a sequence.
 */
export const CompanyId = idOf("CompanyId")
export type CompanyId = typeof CompanyId.Type
export const UserId = idOf("UserId")
export type UserId = typeof UserId.Type
export const InvitationId = idOf("InvitationId")
export type InvitationId = typeof InvitationId.Type
export const DirectoryTokenId = idOf("DirectoryTokenId")
export type DirectoryTokenId = typeof DirectoryTokenId.Type
export const TemplateId = idOf("TemplateId")
export type TemplateId = typeof TemplateId.Type
export const CampaignId = idOf("CampaignId")
export type CampaignId = typeof CampaignId.Type
export const ImportId = idOf("ImportId")
export type ImportId = typeof ImportId.Type
export const ListId = idOf("ListId")
export type ListId = typeof ListId.Type
export const PatientId = idOf("PatientId")
export type PatientId = typeof PatientId.Type
export const SenderId = idOf("SenderId")
export type SenderId = typeof SenderId.Type

/**
 * The number that no thing of a kind has: what a row holds before its first event, and a form before its id is
 * reserved. No sequence gives it, so it is made past the check.
 */
export const noneOf = <Id extends Schema.Codec<number, number>>(id: Id): Id["Type"] =>
  id.make(0, { disableChecks: true })

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

/** A numeric id of any kind in a query string. */
export const SerialFromString = numberInQuery(maxSerial)

/** The numeric id of one kind in a query string. */
export const inQuery = <Id extends Schema.Codec<number, number>>(id: Id) => SerialFromString.pipe(Schema.decodeTo(id))

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
