import { sharedAdministrationWords } from "./administration/sharedWords.ts"
import { sharedLanguageWords } from "./language/sharedWords.ts"
import { sharedOutreachWords } from "./outreach/sharedWords.ts"
import { sharedPeopleWords } from "./people/sharedWords.ts"
import { sharedReportingWords } from "./reporting/sharedWords.ts"
import { sharedSchedulingWords } from "./scheduling/sharedWords.ts"
import { renewalWords } from "./session/renewalWords.ts"
import { shellWords } from "./session/shellWords.ts"

/**
 * What is said on every page or on several: titles, toasts, what the palette offers, the layout and the shared parts.
 * It comes with what all pages share, while the other words come with their page (docs/architecture.md#words).
 */
export const sharedWords = {
  ...shellWords,
  ...renewalWords,
  ...sharedReportingWords,
  ...sharedPeopleWords,
  ...sharedLanguageWords,
  ...sharedOutreachWords,
  ...sharedSchedulingWords,
  ...sharedAdministrationWords,
} as const

/** The id of a word that is there on every page. */
export type SharedWordId = keyof typeof sharedWords
