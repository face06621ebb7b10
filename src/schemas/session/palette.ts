import { mayCall, type Rights } from "../access.ts"
import type { SharedWordId } from "../sharedWords.ts"

/** What the palette can open besides places and deeds. */
export const thingKinds = ["campaign", "template", "list", "company", "patient"] as const
export type ThingKind = (typeof thingKinds)[number]

/** Something that was found by its name. */
export type FoundThing = {
  readonly kind: ThingKind
  readonly id: string
  readonly name: string
  /** A caption next to the name. */
  readonly note: { readonly word: SharedWordId } | { readonly people: number } | { readonly text: string }
  /** Where it is opened. */
  readonly href: string
  /** By what a page that shows no single one finds it. */
  readonly lookedFor?: string
}

/** The longest text that lists are searched by. */
const longest = 80

/** What the lists are searched by: null while nothing is typed. */
export const searchedBy = (typed: string): { readonly search: string } | null => {
  const search = typed.trim().slice(0, longest)
  return search === "" ? null : { search }
}

/** Which kinds of things a person may look for. */
export const searchedKinds = (rights: Rights): Readonly<Record<ThingKind, boolean>> => ({
  campaign: mayCall(rights, "Campaign.GetCampaigns"),
  template: mayCall(rights, "Template.GetTemplates"),
  list: mayCall(rights, "Database.GetCustomerPatientList"),
  company: mayCall(rights, "Company.GetCompanyList"),
  patient: mayCall(rights, "Database.SearchPatients"),
})
