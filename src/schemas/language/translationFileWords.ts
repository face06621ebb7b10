/** Words of `/translate?files=`, by id (docs/architecture.md#words). Texts are ICU messages. */
export const translationFileWords = {
  "translationFile.title": "Export and import",
  "translationFile.lead": "Texts go to translators as a file, and come back as one.",
  "translationFile.export.title": "Export",
  "translationFile.language": "Language",
  "translationFile.texts": "Texts",
  "translationFile.texts.open": "Missing or stale",
  "translationFile.texts.all": "All",
  "translationFile.fileType": "Kind of file",
  "translationFile.fileType.xliff": "XLIFF 2, for translation tools",
  "translationFile.fileType.csv": "CSV, for spreadsheets",
  "translationFile.export": "Save file",
  "translationFile.export.note":
    "Values such as {example} stay as they are in every language. Call flows are translated on their own pages.",
  "translationFile.none": "The company has no other language to translate into.",

  "translationFile.import.title": "Import",
  "translationFile.choose": "Choose a file",
  "translationFile.choose.hint":
    "XLIFF 2 or 1.2, or CSV, as it was exported here, with the translations in it: at most {texts, number} texts and {megabytes, number} MB. It is checked first; nothing is changed by that.",
  "translationFile.unread": "This file could not be read",
  "translationFile.unread.way": "Correct the file and choose it again. Nothing was changed.",
  "translationFile.notImported": "The file was not imported to its end",
  "translationFile.notImported.way": "Import it again: what was stored already stays as it is.",
  "translationFile.checking": "Reading the file…",
  "translationFile.counts":
    "{change, plural, one {# translation} other {# translations}} to import, {same} the same as here, {empty} not translated, {refused} refused.",
  "translationFile.counts.done":
    "{done, plural, one {# translation} other {# translations}} imported, {same} the same as here, {empty} not translated, {refused} refused.",
  "translationFile.nothing": "There is nothing to import.",
  "translationFile.review":
    "No one gets them before a person has read them over. Each stands with its template as To read over.",
  "translationFile.import": "Import {change, plural, one {# translation} other {# translations}}",
  "translationFile.importing": "Importing…",
  "translationFile.again": "Choose another file",
  "translationFile.rows": "Texts of the file",
  "translationFile.row": "In the file",
  "translationFile.template": "Template",
  "translationFile.outcome": "What it does",
  "translationFile.change": "To import",
  "translationFile.same": "The same",
  "translationFile.empty": "Not translated",
  "translationFile.refused": "Refused",
  "translationFile.done": "Imported",
} as const
