import { setup } from "xstate"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import type { CompanyState } from "#schemas/administration/company.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a client company and its contract. Event types are the `_tag`s of
 * stored events (docs/architecture.md#lifecycles); the contract's own are written when its dates
 * are reached or changed, on the company's calendar.
 */
export const companyLifecycle = setup({
  types: { events: {} as { type: CompanyEvent["_tag"] } },
}).createMachine({
  id: "company",
  initial: "reserved",
  states: {
    reserved: {
      description: "The id is reserved; nothing is saved yet.",
      on: { CompanyCreated: "notStarted" },
    },
    notStarted: {
      description: "The first day of the contract lies ahead; no one can sign in.",
      on: {
        CompanyRevised: "notStarted",
        ContractBegan: "active",
        ContractEnded: "expired",
        CompanySuspended: "suspended",
        CompanyRetired: "retired",
      },
    },
    active: {
      description: "The contract runs; its people can work.",
      on: {
        CompanyRevised: "active",
        ContractEnded: "expired",
        ContractPostponed: "notStarted",
        CompanySuspended: "suspended",
        CompanyRetired: "retired",
      },
    },
    expired: {
      description: "The last day of the contract has passed; no one can sign in.",
      on: {
        CompanyRevised: "expired",
        ContractBegan: "active",
        ContractPostponed: "notStarted",
        CompanySuspended: "suspended",
        CompanyRetired: "retired",
      },
    },
    suspended: {
      description: "Stopped by a Super Admin, whatever the contract says.",
      on: { CompanyRevised: "suspended", CompanyReinstated: "notStarted", CompanyRetired: "retired" },
    },
    retired: {
      description: "Deleted from the lists; its record remains.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const companyTable: LifecycleTable<CompanyState | "reserved", CompanyEvent["_tag"]> =
  compileLifecycle(companyLifecycle)
