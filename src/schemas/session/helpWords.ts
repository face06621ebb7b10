/** The words of the help at the side of a page, by id. */
export const helpWords = {
  "help.search": "Find in the guide",
  "help.here": "{count, plural, =0 {Not in this chapter} other {{count, number} in this chapter}}",
  "help.elsewhere": "In other chapters",
  "help.nowhere": "The guide does not have these words.",
  "help.chapter": "Chapter {number} of {all}",
  "help.chapters": "All chapters",
  "help.previous": "Previous chapter",
  "help.next": "Next chapter",
} as const
