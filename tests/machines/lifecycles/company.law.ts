import type { NounLaw } from "./law.ts"

/** The dates of the contract decide, unless a Super Admin stopped it; a deleted company comes back by nothing. */
export const companyLaw: NounLaw = {
  table: `
    event             | by                    | reserved   | notStarted | active     | expired    | suspended  | retired
    CompanyCreated    | Company.SaveCompany   | notStarted | .          | .          | .          | .          | .
    CompanyRevised    | Company.SaveCompany   | .          | notStarted | active     | expired    | suspended  | .
    ContractBegan     | calendar              | .          | active     | .          | active     | .          | .
    ContractEnded     | calendar              | .          | expired    | expired    | .          | .          | .
    ContractPostponed | calendar              | .          | .          | notStarted | notStarted | .          | .
    CompanySuspended  | Company.ChangeState   | .          | suspended  | suspended  | suspended  | .          | .
    CompanyReinstated | Company.ChangeState   | .          | .          | .          | .          | notStarted | .
    CompanyRetired    | Company.DeleteCompany | .          | retired    | retired    | retired    | retired    | .`,
  callers: {
    "Company.SaveCompany": { types: [1], groups: [[13]] },
    "Company.ChangeState": { types: [1], groups: [[13]] },
    "Company.DeleteCompany": { types: [1], groups: [[13]] },
  },
}
