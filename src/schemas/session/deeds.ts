import { mayCall, type Call, type Rights } from "../access.ts"
import { isLinked, type RoutePath } from "../routes.ts"

/** Something that one can begin from everywhere; `n` begins it on its page where it `isNew`. */
export type Deed = {
  readonly word: "campaigns.new" | "multi.new" | "templates.new" | "callFlows.new" | "companies.new" | "palette.import"
  readonly path: RoutePath
  /** Where on the page it begins. */
  readonly search: string
  readonly call: Call
  readonly isNew?: true
}

const deeds: ReadonlyArray<Deed> = [
  { word: "campaigns.new", path: "/campaign", search: "?new=", call: "Campaign.CreateCampaign", isNew: true },
  { word: "multi.new", path: "/multi", search: "?new=", call: "MultiCampaign.SaveMultiCampaign", isNew: true },
  { word: "templates.new", path: "/sms", search: "?new=", call: "Template.CreateTemplateByCompanyId", isNew: true },
  { word: "callFlows.new", path: "/ivr", search: "?new=", call: "Outreach.SaveIvr", isNew: true },
  { word: "palette.import", path: "/database", search: "?tab=imports", call: "Database.UploadListFile" },
  { word: "companies.new", path: "/global", search: "?new=", call: "Company.SaveCompany", isNew: true },
]

/** What a person may begin. */
export const deedsFor = (rights: Rights): ReadonlyArray<Deed> =>
  deeds.filter(({ path, call }) => isLinked(path, rights) && mayCall(rights, call))
