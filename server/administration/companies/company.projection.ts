import { Schema } from "effect"
import { CompanyState } from "#schemas/administration/company.ts"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import type { Projection } from "#server/decider.ts"
import { companyDecider } from "./company.decider.ts"

/** The read model of a company; what is set up stands in `companies`. */
export const CompanyRow = Schema.Struct({
  state: Schema.Union([CompanyState, Schema.Literal("reserved")]),
  revision: Schema.Int,
  contractStart: Schema.NullOr(Schema.String),
  contractEnd: Schema.NullOr(Schema.String),
  updatedOn: Schema.String,
})
export type CompanyRow = typeof CompanyRow.Type

/** Companies by id: where their contract stands. */
export const companyProjection: Projection<CompanyRow, CompanyEvent> = {
  category: "company",
  version: 1,
  row: CompanyRow,
  initialRow: { ...companyDecider.initialState, updatedOn: "" },
  evolve: (row, event, { at }) => ({ ...companyDecider.evolve(row, event), updatedOn: at }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
