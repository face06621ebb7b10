import type { Locator } from "playwright"
import { words } from "#schemas/words.ts"
import type { specified } from "#tests/support/specified.ts"
import { reopen } from "../paths/actions.ts"
import type { Stage } from "../paths/driver.ts"
import { fillCampaign } from "../paths/newCampaign.driver.ts"
import { freshName, newCampaign, newCompany, newLink, newResponseFile, newTemplate } from "../paths/things.ts"

export type Place = Pick<Stage, "origin" | "context" | "page">

/** An operation of the specification with its two toasts (docs/policy.md#toasts), and how a person comes to it. */
export type Case = {
  /** The call it makes, as its path after `/api/`. */
  readonly call: string
  readonly who: "administrator" | "superAdmin"
  readonly success: (typeof specified.sentences)[number]
  readonly failure: (typeof specified.sentences)[number]
  /** Leads to the page with everything filled in. */
  readonly open: (place: Place) => Promise<unknown>
  /** Presses all but the last button, and gives that. */
  readonly last: (place: Place) => Promise<Locator>
}

const button = ({ page }: Place, name: string): Locator => page.getByRole("button", { name, exact: true })
const fill = ({ page }: Place, field: string, text: string): Promise<void> =>
  page.getByRole("textbox", { name: field, exact: true }).fill(text)

/** The button of a form, or of a page. */
const pressing =
  (name: string): Case["last"] =>
  (place) =>
    Promise.resolve(button(place, name))

const inMain = ({ page }: Place, name: string): Locator =>
  page.getByRole("main").getByRole("button", { name, exact: true })

/** The button that confirms, once the question is asked. */
const confirming =
  (asks: string, confirms: string): Case["last"] =>
  async (place) => {
    await inMain(place, asks).click()
    return place.page.getByRole("dialog").getByRole("button", { name: confirms, exact: true })
  }

/** The same on the page of a thing, where what destroys it stands under More. */
const confirmingUnderMore =
  (asks: string, confirms: string): Case["last"] =>
  async (place) => {
    await inMain(place, words["part.more"]).click()
    return confirming(asks, confirms)(place)
  }

const openTemplate: Case["open"] = async (place) => reopen(place, `/sms?id=${(await newTemplate(place)).hashedId}`)
const openResponseFile: Case["open"] = async (place) =>
  reopen(place, `/sms?id=${await newResponseFile(place)}&tab=response`)
const openLink: Case["open"] = async (place) => reopen(place, `/sms?id=${await newLink(place)}&tab=link`)

/** Creating a campaign, whose outcome stands in the answer (docs/policy.md#campaigns). */
export const creation: Case = {
  call: "Campaign/CreateCampaign",
  who: "administrator",
  success: "Campaign Created Successfully",
  failure: "Unable to Create Campaign",
  open: async (place) => {
    await reopen(place, "/campaign?new=")
    await fillCampaign(place)
  },
  last: pressing(words["campaign.checkAndSchedule"]),
}

/** Saving a template, from a form with fields to press Enter in. */
export const saving: Case = {
  call: "Template/CreateTemplateByCompanyId",
  who: "administrator",
  success: "Template Data Save Successfully",
  failure: "Unable to Save Data. Please try again",
  open: async (place) => {
    await reopen(place, "/sms?new=")
    await fill(place, words["template.field.name"], freshName("Flu"))
    await fill(place, words["template.field.text"], "We moved. Reply STOP to opt out.")
  },
  last: pressing(words["template.save"]),
}

/** Every operation that has toasts in the specification, in its order. */
export const cases: ReadonlyArray<Case> = [
  {
    call: "Company/DeleteCompany",
    who: "superAdmin",
    success: "Company Deleted Successfully",
    failure: "Unable to Delete Company",
    open: async (place) => reopen(place, `/global?id=${(await newCompany(place)).hashedId}`),
    last: confirmingUnderMore(words["company.delete"], words["company.delete"]),
  },
  saving,
  {
    call: "Template/PublishTemplate",
    who: "administrator",
    success: "Template Published Successfully",
    failure: "Unable to Publish Template.",
    open: openTemplate,
    last: confirming(words["template.publish"], words["template.publish"]),
  },
  {
    call: "Template/DeleteTemplate",
    who: "administrator",
    success: "Template Deleted Successfully",
    failure: "Unable to Delete Template.",
    open: openTemplate,
    last: confirmingUnderMore(words["template.delete"], words["template.delete"]),
  },
  {
    call: "Template/SaveResponseFile",
    who: "administrator",
    success: "Response File Save Successfully",
    failure: "Unable to Save Response File.",
    open: async (place) => {
      await openResponseFile(place)
      await fill(place, words["response.fileName"], freshName("Results"))
    },
    last: pressing(words["response.save"]),
  },
  {
    call: "Template/DeleteResponseFile",
    who: "administrator",
    success: "Response File Deleted Successfully",
    failure: "Unable to Deleted Response File.",
    open: openResponseFile,
    last: confirming(words["response.delete"], words["response.delete"]),
  },
  {
    call: "Campaign/DeleteCampaign",
    who: "administrator",
    success: "Campaign Deleted Successfully",
    failure: "Unable to Delete Template",
    open: async (place) => reopen(place, `/campaign?id=${await newCampaign(place)}`),
    last: confirmingUnderMore(words["campaign.delete"], words["campaign.delete"]),
  },
  {
    call: "Template/DeleteCurlParameter",
    who: "administrator",
    success: "Link Payload Deleted Successfully",
    failure: "Unable to delete link payload",
    open: openLink,
    last: confirming(words["link.delete.one"].replace("{key}", "a"), words["link.delete"]),
  },
  {
    call: "Template/SaveCurlParameter",
    who: "administrator",
    success: "Campaign link parameters save successfully",
    failure: "Failed",
    open: async (place) => {
      await openLink(place)
      await button(place, words["link.add"]).click()
      await fill(place, words["link.key"], "visit")
      await fill(place, words["link.value"], "1")
    },
    last: pressing(words["link.save"]),
  },
  creation,
]
