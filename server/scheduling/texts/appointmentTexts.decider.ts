import { Result, Schema } from "effect"
import { AppointmentTextsFacts } from "#schemas/scheduling/appointmentText.ts"
import type { AppointmentTextsEvent } from "#schemas/scheduling/events.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** The set-up of texts about appointments as it stands; no facts before it was saved. */
export type AppointmentTextsFold = { readonly state: "unset" | "saved"; readonly facts: AppointmentTextsFacts | null }

/** What may be asked of the set-up. */
export type AppointmentTextsCommand = { readonly _tag: "SaveTexts"; readonly facts: AppointmentTextsFacts }

const factsOf = ({ _tag, ...facts }: AppointmentTextsEvent): AppointmentTextsFacts => facts

/** The set-up is saved as a whole; saving what holds already changes nothing. */
export const appointmentTextsDecider: Decider<AppointmentTextsFold, AppointmentTextsCommand, AppointmentTextsEvent> = {
  initialState: { state: "unset", facts: null },
  decide: (fold, { facts }) =>
    Result.succeed(
      JSON.stringify(fold.facts) === JSON.stringify(facts) ? [] : [{ _tag: "AppointmentTextsSaved", ...facts }],
    ),
  evolve: (_, event) => ({ state: "saved", facts: factsOf(event) }),
}

/** The read model of the set-up, one row of a company. */
export const AppointmentTextsRow = Schema.Struct({
  facts: Schema.NullOr(AppointmentTextsFacts),
  updatedOn: Schema.NullOr(Schema.String),
})
export type AppointmentTextsRow = typeof AppointmentTextsRow.Type

/** What a company has set up. */
export const appointmentTextsProjection: Projection<AppointmentTextsRow, AppointmentTextsEvent> = {
  category: "appointmentTexts",
  version: 1,
  row: AppointmentTextsRow,
  initialRow: { facts: null, updatedOn: null },
  evolve: (_, event, { at }) => ({ facts: factsOf(event), updatedOn: at }),
  keys: () => ({ state: "saved", uniqueKey: null }),
}
