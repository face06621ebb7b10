import { Schema, Struct } from "effect"
import { CompanyId, HashedId, TemplateId } from "../ids.ts"
import { CallFlow } from "./callFlow.ts"
import { CallTest } from "./callTest.ts"
import { TemplateVersion, TemplateVersions } from "./templateVersions.ts"
import { Purpose, TemplateName, TemplateRecord, TemplateState } from "./template.ts"

/** What staff write in the editor of a call flow: one schema for the form and for the call. */
export const IvrDraft = Schema.Struct({ name: TemplateName, purpose: Purpose, flow: CallFlow })
export type IvrDraft = typeof IvrDraft.Type

/** The body of `POST /api/Outreach/SaveIvr`: `templateId` is reserved by GenerateId, or names a call flow to change. */
export const SaveIvr = Schema.Struct({ companyId: CompanyId, templateId: TemplateId, ...IvrDraft.fields })
export type SaveIvr = typeof SaveIvr.Type

/** A call flow as lists have it, without its steps. `version` is the newest one; `publishedVersion` is what campaigns will use. */
export const IvrSummary = Schema.Struct({
  ...Struct.omit(TemplateRecord.fields, ["channel"]),
  hashedId: HashedId,
  companyId: CompanyId,
  state: TemplateState,
  /** How much has happened to it: what a command names in If-Match, so that it is refused after anything else. */
  streamVersion: Schema.Int,
  /** How many steps its newest call flow has. */
  steps: Schema.Int,
  /** The caller ID of the published version; null where that leaves it to campaigns, and where none is published. */
  publishedCallerId: Schema.NullOr(Schema.String),
}).annotate({ identifier: "IvrSummary" })
export type IvrSummary = typeof IvrSummary.Type

/** A call flow with its steps: the draft where there is one, else the published version. */
export const Ivr = Schema.Struct({
  ...IvrSummary.fields,
  flow: CallFlow,
  /** The variables that what it says names, each once. */
  variables: Schema.Array(Schema.String),
  /** The calls that were kept as its tests, in the order in which they were. */
  tests: Schema.Array(CallTest),
}).annotate({ identifier: "Ivr" })
export type Ivr = typeof Ivr.Type

/** All that happened to a call flow, oldest first, and its versions by number. */
export const IvrVersions = Schema.Struct({
  versions: Schema.Array(
    Schema.Struct({ ...Struct.omit(TemplateVersion.fields, ["text", "parameters"]), flow: CallFlow }),
  ),
  history: TemplateVersions.fields.history,
}).annotate({ identifier: "IvrVersions" })
export type IvrVersions = typeof IvrVersions.Type
