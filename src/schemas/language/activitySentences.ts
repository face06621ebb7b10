/** What the log of activity says of translations, as `administration/activitySentences.ts` does of the rest. */
export const translationSentences = {
  "activity.did.TemplateTranslationsChanged": "{actor} changed the translations of the template {thing}",
  "activity.did.TranslationsExported": "{actor} exported {rows, plural, one {# text} other {# texts}} for translation",
  "activity.tried.Translate.GetLanguages": "see the languages of the company",
  "activity.tried.Translate.GetTranslations": "see the translations of templates",
  "activity.tried.Translate.GetTranslation": "open a translation of a template",
  "activity.tried.Translate.GetMemory": "see what was translated before",
  "activity.tried.Translate.PreviewTranslation": "check a translation of a template",
  "activity.tried.Translate.SaveTranslation": "save a translation of a template",
  "activity.tried.Translate.ChangeTranslation": "review, approve or remove a translation of a template",
  "activity.tried.Translate.DownloadTranslations": "export texts for translation",
  "activity.tried.Translate.CheckTranslations": "check a file of translations",
  "activity.tried.Translate.ImportTranslations": "import a file of translations",
} as const
