import { Schema, Struct } from "effect"
import { CompanyId, DateOnly, HashedId, Instant } from "../ids.ts"
import { CarrierName } from "../outreach/carrierName.ts"
import { ChannelName } from "../outreach/channel.ts"
import { SenderTrouble } from "../outreach/sender.ts"
import { CompanyDraft, Language } from "./companyDraft.ts"

/** The states of the company lifecycle (`machines/lifecycles/company.lifecycle.ts`). */
export const CompanyState = Schema.Literals(["notStarted", "active", "expired", "suspended", "retired"])
export type CompanyState = typeof CompanyState.Type

/** How the list of companies is narrowed and ordered; retired companies are never listed. */
export const companyList = {
  states: ["active", "notStarted", "expired", "suspended"],
  columns: ["name", "code", "contractEnd", "people"],
} as const

/** The body of `POST /api/Company/SaveCompany`: `companyId` is reserved by GenerateId or names a company to change. */
export const SaveCompany = Schema.Struct({ companyId: CompanyId, company: CompanyDraft })
export type SaveCompany = typeof SaveCompany.Type

/** What is kept of a draft: older companies may lack what a draft must have today. */
const kept = {
  name: Schema.String,
  code: Schema.String,
  country: Schema.String,
  timezone: Schema.String,
  contractStart: Schema.NullOr(DateOnly),
  contractEnd: Schema.NullOr(DateOnly),
  languages: Schema.Array(Language),
  selectedRolesList: Schema.Array(Schema.Int),
  addresses: Schema.Array(
    Schema.Struct({
      hashedId: Schema.NullOr(HashedId),
      label: Schema.String,
      line1: Schema.String,
      line2: Schema.String,
      city: Schema.String,
      state: Schema.String,
      zip: Schema.String,
      country: Schema.String,
    }),
  ),
  senders: Schema.Array(
    Schema.Struct({
      senderId: Schema.Int,
      e164: Schema.String,
      label: Schema.String,
      channel: ChannelName,
      carrier: CarrierName,
      standIn: Schema.NullOr(Schema.String),
      segmentsPerSecond: Schema.Int,
      concurrentCalls: Schema.Int,
    }),
  ),
  textCountries: Schema.Array(Schema.String),
  sendingFrom: Schema.String,
  sendingTo: Schema.String,
  callingFrom: Schema.String,
  callingTo: Schema.String,
  recordingDays: Schema.Int,
  confirmAbove: Schema.NullOr(Schema.Int),
  approvedOnly: Schema.Boolean,
  holidays: Schema.Array(Schema.Struct({ date: DateOnly, name: Schema.String })),
  pronunciations: Schema.Array(Schema.Struct({ word: Schema.String, saidAs: Schema.String })),
  helpText: Schema.String,
}

/** A company in a list. */
export const CompanySummary = Schema.Struct({
  companyId: CompanyId,
  hashedId: HashedId,
  state: CompanyState,
  ...Struct.pick(kept, ["name", "code", "timezone", "contractStart", "contractEnd"]),
  /** How many people may sign in for it. */
  people: Schema.Int,
}).annotate({ identifier: "CompanySummary" })
export type CompanySummary = typeof CompanySummary.Type

/** A company with all that is set up for it; `version` goes into If-Match. */
export const Company = Schema.Struct({
  companyId: CompanyId,
  hashedId: HashedId,
  state: CompanyState,
  version: Schema.Int,
  updatedOn: Instant,
  people: Schema.Int,
  /** Campaigns that are scheduled, running or paused: they stand in the way of deleting it. */
  openCampaigns: Schema.Int,
  /** Who holds each right now: how many, and the first of them by name. They lose it with the feature. */
  holders: Schema.Array(
    Schema.Struct({ accessId: Schema.Int, people: Schema.Int, first: Schema.Array(Schema.String) }),
  ),
  /** What keeps numbers of it from sending. */
  troubles: Schema.Array(Schema.Struct({ senderId: Schema.Int, ...SenderTrouble.fields })),
  company: Schema.Struct(kept),
}).annotate({ identifier: "Company" })
export type Company = typeof Company.Type

/** What `DeleteCompany?type` may name (docs/policy.md#companies). */
export const DeletedKind = Schema.Literals(["Company", "Address"])
export type DeletedKind = typeof DeletedKind.Type

/** What `POST /api/Company/ChangeState` may do. */
export const CompanyAction = Schema.Literals(["suspend", "reinstate"])
export type CompanyAction = typeof CompanyAction.Type
export const ChangeCompanyState = Schema.Struct({ hashedId: HashedId, action: CompanyAction })

/** The body of `POST /api/Company/ActFor`: the company a Super Admin works for from now on; null for their own company. */
export const ActFor = Schema.Struct({ hashedId: Schema.NullOr(HashedId) })

/** The company a Super Admin works for, when it is not their own. */
export const ActingCompany = Schema.Struct({
  companyId: CompanyId,
  hashedId: HashedId,
  name: Schema.String,
  timezone: Schema.String,
}).annotate({ identifier: "ActingCompany" })
export type ActingCompany = typeof ActingCompany.Type

/** One access id as it can be given (`ControlPanel/GetRoles`). */
export const Role = Schema.Struct({ id: Schema.Int, name: Schema.String, purpose: Schema.String }).annotate({
  identifier: "Role",
})
export type Role = typeof Role.Type
