/** The words of a conversation with a person and of the answer to it, by id (docs/architecture.md#words). */
export const conversationWords = {
  "conversation.label": "Conversation",
  "conversation.title": "Conversation",
  "conversation.title.of": "Conversation with {name}",
  "conversation.numbers": "{phone} to {from}",
  "conversation.toCampaign": "to {campaign}",
  "conversation.set": "A reply rule set {name} to {value}.",
  "conversation.refused": "It cannot be answered now",
  "conversation.text": "Answer",
  "conversation.count":
    "{segments, plural, one {# segment} other {# segments}}, {left, plural, one {# character} other {# characters}} left in {segments, plural, one {it} other {the last}}.",
  "conversation.count.wide": "Some characters make the segments short: an emoji, or letters of another alphabet.",
  "conversation.signature": "Your answer ends with your signature:",
  "conversation.signature.none": "You have no signature.",
  "conversation.signature.write": "Write one in your profile",
  "conversation.signature.change": "Change it in your profile",
  "conversation.send": "Send answer",
} as const
