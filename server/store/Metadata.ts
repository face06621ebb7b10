import { Schema } from "effect"
import { CompanyId, DirectoryTokenId, Instant, UserId } from "#schemas/ids.ts"

/** What is known about how an event came to be (docs/architecture.md#event-store). It names people by id only. */
export const Metadata = Schema.Struct({
  /** The command that caused the event; the wire's `Idempotency-Key`. */
  commandId: Schema.String,
  /** The person; null when the system itself acted. */
  actorId: Schema.NullOr(UserId),
  /** Who asked beforehand for what the system does by itself. */
  onBehalfOf: Schema.optionalKey(UserId),
  /** The token by which the company's own directory asked for it; there is no person then. */
  directoryTokenId: Schema.optionalKey(DirectoryTokenId),
  /** The person's own company; null when the system itself acted. */
  companyId: Schema.NullOr(CompanyId),
  /** The company acted for, another one only for a Super Admin; null for the system as a whole. */
  actingCompanyId: Schema.NullOr(CompanyId),
  /** One for everything that follows from one request. */
  correlationId: Schema.String,
  /** The command or event that led to this one; null at the start of a chain. */
  causationId: Schema.NullOr(Schema.String),
  /** When, by the Clock service. */
  at: Instant,
  sessionId: Schema.NullOr(Schema.String),
  /** Network address of the caller; null for work without a caller. */
  address: Schema.NullOr(Schema.String),
})
export type Metadata = typeof Metadata.Type
