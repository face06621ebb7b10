/** The words of a conversation with a person and of the answer to it, by id (docs/architecture.md#words). */
export const conversationWords = {
  "conversation.label": "Conversation",
  "conversation.title": "Replies",
  "conversation.title.of": "Replies of {name}",
  "conversation.numbers": "{phone} to {from}",
  "conversation.toCampaign": "to {campaign}",
  "conversation.unclear": "This may be an opt-out",
  "conversation.unclear.text":
    "An answer says that it is none: texts go on. If the person wants no more of them, choose Opt out instead.",
  "conversation.refused": "It cannot be answered now",
  "conversation.text": "Answer",
  "conversation.count":
    "{segments, plural, one {# segment} other {# segments}}, {left, plural, one {# character} other {# characters}} left in {segments, plural, one {it} other {the last}}",
  "conversation.count.wide": "Some characters make the segments short: an emoji, or letters of another alphabet.",
  "conversation.signature": "It ends with your signature:",
  "conversation.signature.none": "It has no signature.",
  "conversation.signature.write": "Write one in your profile",
  "conversation.signature.change": "Change it in your profile",
  "conversation.send": "Send answer",
} as const
