import type { CampaignEvent, RecipientFact, ResponseFileEvent, TemplateEvent } from "#schemas/outreach/events.ts"
import type { CampaignState, RecipientState } from "#schemas/outreach/campaign.ts"
import type { CompanyState } from "#schemas/administration/company.ts"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"
import type { ImportEvent } from "#schemas/people/events.ts"
import type { ImportState } from "#schemas/people/import.ts"
import type { TemplateState } from "#schemas/outreach/template.ts"
import { campaignLifecycle } from "./campaign.lifecycle.ts"
import { companyLifecycle } from "./company.lifecycle.ts"
import { importLifecycle } from "./import.lifecycle.ts"
import { responseFileLifecycle } from "./responseFile.lifecycle.ts"
import { recipientLifecycle } from "./recipient.lifecycle.ts"
import { templateLifecycle } from "./template.lifecycle.ts"

/** The compiled lifecycles, for folds on the server and buttons in views. */
export const templateTable: LifecycleTable<TemplateState | "reserved", TemplateEvent["_tag"]> =
  compileLifecycle(templateLifecycle)
export const campaignTable: LifecycleTable<CampaignState | "reserved", CampaignEvent["_tag"]> =
  compileLifecycle(campaignLifecycle)
export const recipientTable: LifecycleTable<RecipientState | "planned", RecipientFact["_tag"]> =
  compileLifecycle(recipientLifecycle)
export const importTable: LifecycleTable<ImportState | "expected", ImportEvent["_tag"]> =
  compileLifecycle(importLifecycle)
export const companyTable: LifecycleTable<CompanyState | "reserved", CompanyEvent["_tag"]> =
  compileLifecycle(companyLifecycle)
export const responseFileTable: LifecycleTable<"none" | "kept" | "deleted", ResponseFileEvent["_tag"]> =
  compileLifecycle(responseFileLifecycle)
