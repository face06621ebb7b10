/** What a text costs, and which characters make it dearer, by id (docs/architecture.md#words). */
export const costWords = {
  "preview.cost": "What it costs",
  "preview.now": "Now, {encoding}",
  "preview.plain": "With plain characters, {encoding}",
  "preview.segments": "{count, plural, one {# segment} other {# segments}},",
  "preview.segments.about":
    "A text is billed in segments: 160 characters of the plain GSM alphabet, or 70 when a character lies outside it.",
  "preview.characters": "{count, plural, one {# character} other {# characters}}, {left, number} left",
  "preview.nonGsm": "{count, plural, one {This character makes} other {These characters make}} the message dearer",
  "preview.replace": "Replace with {plain}",
  "preview.replace.space": "Replace with a space",
  "preview.remove": "Remove",
  "preview.replaceAll": "Replace all",
  "preview.fromValue": "in a patient’s value",
  "preview.noPlain": "has no plain form",
} as const
