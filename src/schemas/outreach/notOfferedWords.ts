/** What is offered where a template, a list or a number is chosen, and why others are not, by id (docs/architecture.md#words). */
export const notOfferedWords = {
  "notOffered.SMS": "{all, plural, one {# template is} other {# templates are}} not offered: {why}.",
  "notOffered.IVR": "{all, plural, one {# call flow is} other {# call flows are}} not offered: {why}.",
  "notOffered.draft": "{count, plural, one {# draft} other {# drafts}} that no one has published",
  "notOffered.retired": "{count, number} retired for good",
  "notOffered.appointment": "{count, number} sent from an appointment",
  "notOffered.senders":
    "Not offered: {count, plural, one {# number} other {# numbers}} for {channel, select, SMS {calls} other {texts}}.",
  "notOffered.lists": "Not offered: lists older than these {count, number}.",
  "notOffered.list":
    "{name} ({people, plural, one {# person} other {# people}}){importing, select, true {, still being imported} other {}}",
} as const
