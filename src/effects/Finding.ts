import { Effect } from "effect"
import type { CompanySummary } from "#schemas/administration/company.ts"
import type { Campaign } from "#schemas/outreach/campaign.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { FoundThing, ThingKind } from "#schemas/session/palette.ts"
import { readCampaigns } from "./Campaigns.ts"
import { readCompanies } from "./Companies.ts"
import { readLists, readPatients } from "./People.ts"
import { readTemplates } from "./Templates.ts"

/** How many of each kind are offered; more letters find the others. */
const page = { pageSize: 5 }
const patientsPage = { pageSize: 8 }

type Searched = { readonly search: string }
type Kinds = Readonly<Record<ThingKind, boolean>>

const campaignThing = ({ campaignHashedId, name, state }: Campaign): FoundThing => ({
  kind: "campaign",
  id: campaignHashedId,
  name,
  note: { word: `campaign.state.${state}` },
  href: `/campaign?id=${campaignHashedId}`,
})

const templateThing = ({ hashedId, name, state }: Template): FoundThing => ({
  kind: "template",
  id: hashedId,
  name,
  note: { word: `template.state.${state}` },
  href: `/sms?id=${hashedId}`,
})

const listThing = ({ listId, name, people }: PatientList): FoundThing => ({
  kind: "list",
  id: String(listId),
  name,
  note: { people },
  href: `/database?tab=lists&list=${listId}`,
})

const companyThing = ({ hashedId, name, code }: CompanySummary): FoundThing => ({
  kind: "company",
  id: hashedId,
  name,
  note: { text: code },
  href: `/global?id=${hashedId}`,
})

const patientThing = ({ hashedId, firstName, lastName, phone, externalId }: Patient): FoundThing => ({
  kind: "patient",
  id: hashedId,
  name: `${firstName} ${lastName}`.trim(),
  note: { text: phone ?? externalId ?? "" },
  href: "/database",
  lookedFor: phone ?? externalId ?? lastName,
})

const bears = (text: string) => {
  const part = text.toLocaleLowerCase()
  return ({ name }: { readonly name: string }): boolean => name.toLocaleLowerCase().includes(part)
}

/** The company has tens of lists, and the call gives them all. */
const findLists = ({ search }: Searched) =>
  Effect.map(readLists(), ({ data }) => ({ data: data.filter(bears(search)).slice(0, page.pageSize) }))

const none = Effect.succeed({ data: [] })

/** Campaigns, templates, lists and companies whose name has a text in it, of the kinds that someone may see. */
export const findThings = (kinds: Kinds) => (searched: Searched) =>
  Effect.map(
    Effect.all(
      [
        kinds.campaign ? readCampaigns(searched, page) : none,
        kinds.template ? readTemplates(searched, page) : none,
        kinds.list ? findLists(searched) : none,
        kinds.company ? readCompanies(searched, page) : none,
      ],
      { concurrency: "unbounded" },
    ),
    ([campaigns, templates, lists, companies]) => ({
      data: [
        ...campaigns.data.map(campaignThing),
        ...templates.data.map(templateThing),
        ...lists.data.map(listThing),
        ...companies.data.map(companyThing),
      ],
    }),
  )

/** Patients by a part of their name, phone or patient id; the text travels in the body. */
export const findPatients = (searched: Searched) =>
  Effect.map(readPatients(searched, patientsPage), ({ data }) => ({ data: data.map(patientThing) }))
