import type { ReplyRule, ReplyRulesValues, TriedRules } from "#schemas/outreach/replyRule.ts"
import { sampleTemplate } from "./outreachSamples.ts"

/** A rule for words that hands over to a person, but for what is said. */
export const rule = (more: Partial<ReplyRule>): ReplyRule => ({
  match: "words",
  said: "",
  from: null,
  to: null,
  language: null,
  effect: "handOver",
  text: "",
  name: "",
  value: "",
  ...more,
})

/** Rules of each kind. */
export const sampleReplyRules: ReplyRulesValues = {
  templateId: sampleTemplate.templateId,
  temphashedId: sampleTemplate.hashedId,
  streamVersion: sampleTemplate.streamVersion,
  rules: [
    rule({ said: "parking, car", effect: "answer", text: "You can park behind the house." }),
    rule({ match: "number", from: 0, to: 10, effect: "setValue", name: "score" }),
    rule({ match: "yes", language: "es", effect: "book", text: "Elija su hora:" }),
    rule({ match: "pattern", said: "call (me|us)", effect: "handOver" }),
  ],
}

export const sampleTriedRules: TriedRules = {
  problems: [],
  replies: 148,
  matched: [21, 96, 4, 9],
  unsure: { replies: 2, texts: [{ text: "Parking?", count: 2 }] },
  unmatched: {
    replies: 16,
    texts: [
      { text: "Who is this", count: 9 },
      { text: "I come tomorrow", count: 7 },
    ],
  },
  missed: { replies: 31, texts: [{ text: "Parking", count: 31 }] },
}
