/** The words of what a person recorded in a call, by id (docs/architecture.md#words). */
export const recordingWords = {
  "recording.label": "Recording",
  "recording.title": "Recording",
  "recording.title.of": "Recording of {name}",
  "recording.player": "What the patient said",
  "recording.called": "Called",
  "recording.campaign": "Campaign",
  "recording.length": "Length",
  "recording.length.seconds": "{seconds, plural, one {# second} other {# seconds}}",
  "recording.keptUntil": "Kept until",
  "recording.removed": "It cannot be heard any more",
  "recording.removed.keptUntil": "It was kept until {time}, as long as your company keeps recordings.",
  "recording.removed.carrier": "The carrier no longer has this recording.",
} as const
