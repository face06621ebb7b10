import { setup } from "xstate"
import type { TranslationEvent, TranslationState } from "#schemas/language/translationFacts.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a template's text in one more language. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles). People get it once a person has written or read it (decision 088).
 */
export const translationLifecycle = setup({
  types: { events: {} as { type: TranslationEvent["_tag"] } },
}).createMachine({
  id: "translation",
  initial: "new",
  states: {
    new: {
      description: "Nothing is written in this language.",
      on: { TranslationDrafted: "machine", TranslationWritten: "reviewed" },
    },
    machine: {
      description: "A service, the phrases or a file brought it; no person here has read it yet.",
      on: {
        TranslationDrafted: "machine",
        TranslationWritten: "reviewed",
        TranslationReviewed: "reviewed",
        TranslationOutdated: "stale",
        TranslationRemoved: "new",
      },
    },
    reviewed: {
      description: "A person wrote it or read it over; people may get it.",
      on: {
        TranslationDrafted: "machine",
        TranslationWritten: "reviewed",
        TranslationApproved: "approved",
        TranslationOutdated: "stale",
        TranslationRemoved: "new",
      },
    },
    approved: {
      description: "Approved: people may get it in every company.",
      on: {
        TranslationDrafted: "machine",
        TranslationWritten: "reviewed",
        TranslationOutdated: "stale",
        TranslationRemoved: "new",
      },
    },
    stale: {
      description: "The text it translates has changed since; no one gets it.",
      on: {
        TranslationDrafted: "machine",
        TranslationWritten: "reviewed",
        TranslationReviewed: "reviewed",
        TranslationRemoved: "new",
      },
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const translationTable: LifecycleTable<TranslationState | "new", TranslationEvent["_tag"]> =
  compileLifecycle(translationLifecycle)
