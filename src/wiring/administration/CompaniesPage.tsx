import { readCompanyHistory } from "#effects/Activity.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import {
  deleteAddress,
  deleteCompany,
  readCompanies,
  readCompany,
  reinstateCompany,
  suspendCompany,
  workFor,
} from "#effects/Companies.ts"
import { companiesMachine, type CompanyAddress, type CompanyVerb } from "#machines/administration/companies.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Company, CompanySummary } from "#schemas/administration/company.ts"
import { CompaniesView } from "#views/administration/CompaniesView.tsx"
import { command, isOpen } from "../command.ts"
import { addressOf, reloadAt, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"

const nameOf = ({ company }: Company): string => company.name
const removeAddress = ({ company, address }: CompanyAddress, commandId: string) =>
  deleteAddress({ hashedId: address.hashedId ?? "", version: company.version }, commandId)

const logic = ({ operation, reading, listReading }: Tools) =>
  companiesMachine.provide({
    actors: {
      companies: listReading(readCompanies),
      company: reading(readCompany),
      history: listReading(readCompanyHistory),
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
      closePanel: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: Company) => subject.hashedId))
          leaveTo(addressOf("/global", { ...context.search, id: null }))
      },
      beginAnew: () => reloadAt("/dashboard"),
    },
  })

/** `/global`: the companies. */
export const CompaniesPage = () => {
  const page = usePage(logic)
  return (
    <CompaniesView
      page={page}
      url={page.url}
      person={usePerson()}
      companies={useReading<ReadonlyArray<CompanySummary>>(page.actor, "companies")}
      company={useReading<Company>(page.actor, "company")}
      history={useReading<ReadonlyArray<ActivityEntry>>(page.actor, "history")}
      command={useCommand(page.actor)}
    />
  )
}
