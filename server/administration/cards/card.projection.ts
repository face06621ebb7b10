import { Schema } from "effect"
import type { CardState } from "#machines/lifecycles/card.lifecycle.ts"
import type { CardEvent } from "#schemas/administration/card.ts"
import type { Projection } from "#server/decider.ts"
import { cardDecider } from "./card.decider.ts"

/** The read model of a company's card; what it is called stands in `revisions`, masked. */
export const CardRow = Schema.Struct({
  state: Schema.Literals(["none", "kept", "removed"] satisfies ReadonlyArray<CardState>),
  revision: Schema.Int,
  cardId: Schema.NullOr(Schema.String),
  lastMonth: Schema.NullOr(Schema.String),
  updatedOn: Schema.String,
})
export type CardRow = typeof CardRow.Type

/** Cards by the number of their company. */
export const cardProjection: Projection<CardRow, CardEvent> = {
  category: "card",
  version: 1,
  row: CardRow,
  initialRow: { ...cardDecider.initialState, lastMonth: null, updatedOn: "" },
  evolve: (row, event, { at }) => ({
    ...cardDecider.evolve(row, event),
    lastMonth: event._tag === "CardSaved" ? event.lastMonth : null,
    updatedOn: at,
  }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
