import { setup } from "xstate"
import type { CardEvent } from "#schemas/administration/card.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a company's card. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles).
 */
export const cardLifecycle = setup({
  types: { events: {} as { type: CardEvent["_tag"] } },
}).createMachine({
  id: "card",
  initial: "none",
  states: {
    none: {
      description: "The company has no card.",
      on: { CardSaved: "kept" },
    },
    kept: {
      description: "The company pays with it; another one takes its place.",
      on: { CardSaved: "kept", CardRemoved: "removed" },
    },
    removed: {
      description: "It was removed, here and at the processor.",
      on: { CardSaved: "kept" },
    },
  },
})

/** The states of the card lifecycle. */
export type CardState = "none" | "kept" | "removed"

/** The same as a table, for folds on the server and buttons in views. */
export const cardTable: LifecycleTable<CardState, CardEvent["_tag"]> = compileLifecycle(cardLifecycle)
