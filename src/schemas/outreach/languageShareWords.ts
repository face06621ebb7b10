/** Words of how many people get a message in which language, by id (docs/architecture.md#words). */
export const languageShareWords = {
  "who.people": "People",
  "who.segments": "Segments",
  "who.language": "Language",
  "who.languages": "In which languages people get it",
  "who.languages.others": "Who speaks another language",
  "who.languages.speak": "{people, plural, one {# speaks} other {# speak}} {language}",
} as const
