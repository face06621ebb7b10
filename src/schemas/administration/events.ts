import { Schema } from "effect"
import { CompanyId, DateOnly, DirectoryTokenId } from "../ids.ts"

const contract = { contractStart: Schema.NullOr(DateOnly), contractEnd: Schema.NullOr(DateOnly) }

/**
 * Stored facts about companies. What was set up stands in `revisions` by its
 * number, so that before and after can be read; `changed` names the fields.
 */
export const CompanyCreated = Schema.TaggedStruct("CompanyCreated", {
  companyId: CompanyId,
  revision: Schema.Int,
  ...contract,
})
export const CompanyRevised = Schema.TaggedStruct("CompanyRevised", {
  revision: Schema.Int,
  changed: Schema.Array(Schema.String),
  ...contract,
})
/** What the contract's dates brought, on the company's own calendar. */
export const ContractBegan = Schema.TaggedStruct("ContractBegan", {})
export const ContractEnded = Schema.TaggedStruct("ContractEnded", {})
export const ContractPostponed = Schema.TaggedStruct("ContractPostponed", {})
export const CompanySuspended = Schema.TaggedStruct("CompanySuspended", {})
export const CompanyReinstated = Schema.TaggedStruct("CompanyReinstated", {})
export const CompanyRetired = Schema.TaggedStruct("CompanyRetired", {})
export const CompanyEvent = Schema.Union([
  CompanyCreated,
  CompanyRevised,
  ContractBegan,
  ContractEnded,
  ContractPostponed,
  CompanySuspended,
  CompanyReinstated,
  CompanyRetired,
])
export type CompanyEvent = typeof CompanyEvent.Type

/** What holds for all companies changed; `changed` names the fields, the values stand in `revisions`. */
export const GlobalSettingsChanged = Schema.TaggedStruct("GlobalSettingsChanged", {
  revision: Schema.Int,
  changed: Schema.Array(Schema.String),
})
export type SettingsEvent = typeof GlobalSettingsChanged.Type

/** A Super Admin began to work for a company that is not their own, or ended it; in that company's audit stream. */
export const ActingBegan = Schema.TaggedStruct("ActingBegan", {})
export const ActingEnded = Schema.TaggedStruct("ActingEnded", {})
/** A token was made by which the company's directory keeps its users, or one was revoked. */
export const DirectoryTokenMade = Schema.TaggedStruct("DirectoryTokenMade", { tokenId: DirectoryTokenId })
export const DirectoryTokenRevoked = Schema.TaggedStruct("DirectoryTokenRevoked", { tokenId: DirectoryTokenId })
/**
 * A call was refused: by the policy table, or because the thing does not take it now. `problem` names why, `asked`
 * the thing as the call named it: "templateId 7".
 */
export const CallRefused = Schema.TaggedStruct("CallRefused", {
  call: Schema.String,
  problem: Schema.String,
  asked: Schema.optionalKey(Schema.String),
})
/** Users left the house as a file: how many, and the hash of the bytes; `complete` is false when the download broke off. */
export const UsersExported = Schema.TaggedStruct("UsersExported", {
  rows: Schema.Int,
  sha256: Schema.String,
  complete: Schema.Boolean,
})
/** Entries of the log left the house as a file: how many, of all companies or one, and the hash of the bytes; `complete` is false when the download broke off. */
export const ActivityExported = Schema.TaggedStruct("ActivityExported", {
  ofAll: Schema.Boolean,
  rows: Schema.Int,
  sha256: Schema.String,
  complete: Schema.Boolean,
})
export const AdministrationAuditEvent = Schema.Union([
  ActingBegan,
  ActingEnded,
  DirectoryTokenMade,
  DirectoryTokenRevoked,
  CallRefused,
  UsersExported,
  ActivityExported,
])
export type AdministrationAuditEvent = typeof AdministrationAuditEvent.Type
