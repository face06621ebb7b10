/** Why templates are not offered where one is chosen, by id (docs/architecture.md#words). */
export const notOfferedWords = {
  "notOffered.SMS": "{all, plural, one {# template is} other {# templates are}} not offered: {why}.",
  "notOffered.IVR": "{all, plural, one {# call flow is} other {# call flows are}} not offered: {why}.",
  "notOffered.draft":
    "{count, plural, one {# is a draft} other {# are drafts}} until someone publishes {count, plural, one {it} other {them}}",
  "notOffered.retired": "{count, plural, one {# is} other {# are}} retired for good",
  "notOffered.appointment": "{count, plural, one {# is} other {# are}} about an appointment and sent from there",
} as const
