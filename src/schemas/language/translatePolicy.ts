import { both, one, type PolicyRow } from "../policyRow.ts"

/** Who may read and write translations (docs/policy.md#rights). */
export const translatePolicy = {
  "Translate.GetLanguages": one("Translate"),
  "Translate.GetTranslations": one("Translate"),
  "Translate.GetTranslation": one("Translate"),
  "Translate.GetMemory": one("Translate"),
  "Translate.PreviewTranslation": one("Translate"),
  "Translate.SaveTranslation": one("Translate"),
  "Translate.ChangeTranslation": one("Translate"),
  "Translate.DownloadTranslations": both(["Translate"], ["Actions"]),
  "Translate.CheckTranslations": one("Translate"),
  "Translate.ImportTranslations": one("Translate"),
  "Translate.TranslateText": one("Translate"),
  "Translate.TranslateMissing": one("Translate"),
  "Translate.TranslateBack": one("Translate"),
  "Translate.GetGlossary": one("Translate"),
  "Translate.SaveTerm": one("Translate"),
  "Translate.RemoveTerm": one("Translate"),
} as const satisfies Record<`Translate.${string}`, PolicyRow>
