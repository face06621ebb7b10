import type { NounLaw } from "./law.ts"

/** People get what a person has written or read; a changed text takes that back until someone has compared both. */
export const translationLaw: NounLaw = {
  table: `
    event               | by                                 | new      | machine  | reviewed | approved | stale
    TranslationDrafted  | the server itself                  | machine  | machine  | machine  | machine  | machine
    TranslationWritten  | Translate.SaveTranslation          | reviewed | reviewed | reviewed | reviewed | reviewed
    TranslationReviewed | Translate.ChangeTranslation        | .        | reviewed | .        | .        | reviewed
    TranslationApproved | Translate.ChangeTranslation        | .        | .        | approved | .        | .
    TranslationOutdated | Template.CreateTemplateByCompanyId | .        | stale    | stale    | stale    | .
    TranslationRemoved  | Translate.ChangeTranslation        | .        | new      | new      | new      | new`,
  callers: {
    "Translate.SaveTranslation": { groups: [[16]] },
    "Translate.ChangeTranslation": { groups: [[16]] },
  },
}
