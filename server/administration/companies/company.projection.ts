import type { CompanyEvent } from "#schemas/administration/events.ts"
import type { Projection } from "#server/decider.ts"
import { companyDecider, type CompanyFold } from "./company.decider.ts"

/** The read model of a company; what is set up stands in `companies`. */
export type CompanyRow = CompanyFold & { readonly updatedOn: string }

/** Companies by id: where their contract stands. */
export const companyProjection: Projection<CompanyRow, CompanyEvent> = {
  category: "company",
  version: 1,
  initialRow: { ...companyDecider.initialState, updatedOn: "" },
  evolve: (row, event, { at }) => ({ ...companyDecider.evolve(row, event), updatedOn: at }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
