import { readCompanyHistory } from "#effects/Activity.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import {
  deleteAddress,
  deleteCompany,
  readCompanies,
  readCompany,
  readCompanyUse,
  reinstateCompany,
  suspendCompany,
  workFor,
} from "#effects/Companies.ts"
import { companiesMachine, type CompanyAddress, type CompanyVerb } from "#machines/administration/companies.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Company, CompanySummary } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import { CompaniesView } from "#views/administration/CompaniesView.tsx"
import { command, isOpen } from "../command.ts"
import { addressOf, reloadAt, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

/** One tab of a company: its code comes with it. */
const Card = lazyPart(
  chunk(() => import("./CardPart.tsx").then(({ CardPart }) => CardPart)),
  { within: true },
)

const nameOf = ({ company }: Company): string => company.name
const removeAddress = ({ company, address }: CompanyAddress, commandId: string) =>
  deleteAddress({ hashedId: address.hashedId ?? "", version: company.version }, commandId)

const logic = ({ operation, reading, listReading }: Tools) =>
  companiesMachine.provide({
    actors: {
      companies: listReading(readCompanies),
      company: reading(readCompany),
      history: listReading(readCompanyHistory),
      use: reading(readCompanyUse),
      command: command<CompanyVerb>({
        suspend: operation(suspendCompany, { success: "company.suspended", failure: "company.notSaved" }, nameOf),
        reinstate: operation(reinstateCompany, { success: "company.reinstated", failure: "company.notSaved" }, nameOf),
        delete: operation(deleteCompany, { success: "company.deleted", failure: "company.notDeleted" }, nameOf),
        "address.delete": operation(
          removeAddress,
          { success: "company.address.deleted", failure: "company.notDeleted" },
          ({ address }) => address.label,
          saysTheSame,
        ),
        work: operation(workFor, { failure: "acting.failed" }, nameOf),
      }),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: Company) => subject.hashedId))
          leaveTo(addressOf("/global", { ...context.search, id: null, tab: null, week: null, states: null }))
      },
      beginAnew: () => reloadAt("/dashboard"),
    },
  })

/** `/global`: the companies, or one of them. */
export const CompaniesPage = () => {
  const page = usePage(logic)
  const company = useReading<Company>(page.actor, "company")
  useThingTitle(company.snapshot.context.data?.company.name)
  return (
    <CompaniesView
      page={page}
      url={page.url}
      person={usePerson()}
      companies={useReading<ReadonlyArray<CompanySummary>>(page.actor, "companies")}
      company={company}
      history={useReading<ReadonlyArray<ActivityEntry>>(page.actor, "history")}
      use={useReading<CompanyUse>(page.actor, "use")}
      command={useCommand(page.actor)}
      card={<Card key={page.url.search["id"]} />}
    />
  )
}
