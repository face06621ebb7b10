import { Schema, SchemaTransformation } from "effect"

const Serial = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** Numeric ids come from database sequences and stand in bodies (architecture §12). */
export const CompanyId = Serial
export const UserId = Serial
export const InvitationId = Serial
export const TemplateId = Serial
export const CampaignId = Serial
export const ImportId = Serial
export const ListId = Serial
export const PatientId = Serial
export const SenderId = Serial

/** The opaque, random public form of an id, used in queries (product.md §2a). */
export const HashedId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{16,40}$/))
export type HashedId = typeof HashedId.Type

/** A numeric id written in a query string, in digits: no other spelling of the same number is taken. */
export const SerialFromString = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,9}$/)).pipe(
  Schema.decodeTo(Serial, SchemaTransformation.numberFromString),
)

/** An instant as ISO 8601 in UTC; wall times carry their zone beside them (product.md §2b). */
export const Instant = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/))
/** A calendar date, `YYYY-MM-DD`. */
export const DateOnly = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/))
