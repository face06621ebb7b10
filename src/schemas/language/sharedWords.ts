/** Words of translations that are said on every page: the title and the toasts. */
export const sharedLanguageWords = {
  "translate.title": "Translate",
  "translation.saved": "Translation saved",
  "translation.notSaved": "Translation not saved",
  "translations.exported": "Texts exported",
  "translations.notExported": "Unable to export the texts",
  "glossary.saved": "Glossary saved",
  "glossary.notSaved": "Glossary not saved",
} as const
