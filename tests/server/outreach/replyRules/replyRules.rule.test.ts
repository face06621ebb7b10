import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { RE2JS } from "re2js"
import { languages } from "#schemas/administration/companyDraft.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"
import { compileRules, longestReply, patternProblem } from "#server/outreach/replyRules/replyRules.rule.ts"
import { saidText } from "#server/outreach/replyRules/replyText.rule.ts"
import { ruleProblems } from "#server/outreach/replyRules/ruleProblems.rule.ts"
import { yesNoWords } from "#server/outreach/replyRules/yesNo.rule.ts"
import { rule } from "#tests/support/replyRuleSamples.ts"

const answer = (text: string, more: Partial<ReplyRule>): ReplyRule => rule({ effect: "answer", text, ...more })
const words = (said: string, more: Partial<ReplyRule> = {}) => answer(`To ${said}`, { said, ...more })
const pattern = (said: string, more: Partial<ReplyRule> = {}) =>
  answer(`To ${said}`, { match: "pattern", said, ...more })
const verdict = (rules: ReadonlyArray<ReplyRule>, reply: string, language = "en") => {
  const found = compileRules(rules)(reply, language)
  return found.kind === "rule" ? found.rule.text : found.kind
}

describe("a rule for whole replies", () => {
  it.each([
    ["parking", "  Parking!! "],
    ["parking", "ＰＡＲＫＩＮＧ"],
    ["Straße", "STRASSE"],
    ["don't know", "Dont know."],
    ["موقف", "مَوقِف"],
    ["好的", "好的。"],
    ["không biết", "KHONG BIET"],
    ["không biết", "Không biết"],
    ["mwen pa konnen", "Mwen pa konnen!"],
    ["enfòmasyon", "enfomasyon"],
    ["ठीक है", "ठीक है।"],
    ["ОДЕССА", "одесса"],
  ])("of %s matches %s", (said, reply) => {
    expect(verdict([words(said)], reply)).toBe(`To ${said}`)
  })

  it.each([
    ["parking", "parking lot"],
    ["好", "你好吗"],
    ["bán", "bạn"],
    ["नहीं", "नहाँ"],
    ["parking", "parking 👍"],
  ])("of %s leaves %s alone", (said, reply) => {
    expect(verdict([words(said)], reply)).toBe("none")
  })

  it("leaves what asks to a person", () => {
    expect(verdict([words("parking")], "Parking?")).toBe("unsure")
    expect(verdict([answer("Good", { match: "yes" })], "sí？")).toBe("unsure")
    expect(verdict([pattern("where.*park")], "Where can I park?")).toBe("To where.*park")
  })

  it("is for people of its language", () => {
    const rules = [words("si", { language: "es" })]
    expect(verdict(rules, "Sí", "es-MX")).toBe("To si")
    expect(verdict(rules, "Sí", "pt")).toBe("none")
  })
})

describe("a rule for numbers", () => {
  const rules = [
    answer("Low", { match: "number", from: 0, to: 6 }),
    answer("High", { match: "number", from: 9, to: 10 }),
  ]
  it.each([
    ["0", "Low"],
    ["6.", "Low"],
    ["7", "none"],
    [" 10 ", "High"],
    ["１０", "High"],
    ["٩", "High"],
    ["۱۰", "High"],
    ["९", "High"],
    ["10/10", "none"],
    ["ten", "none"],
    ["9999999", "none"],
  ])("reads %s as %s", (reply, wanted) => {
    expect(verdict(rules, reply)).toBe(wanted)
  })
})

describe("a rule for yes or no", () => {
  const rules = [answer("Good", { match: "yes" }), answer("Pity", { match: "no" })]
  it("knows them in every language, and each opts no one out", () => {
    for (const language of languages)
      for (const [kind, wanted] of [
        ["yes", "Good"],
        ["no", "Pity"],
      ] as const)
        for (const word of yesNoWords[language][kind]) {
          expect([word, verdict(rules, word, language)]).toEqual([word, wanted])
          expect([word, readRequest(word).kind]).toEqual([word, word === "yes" ? "optIn" : "other"])
        }
  })
})

describe("a rule with a regular expression", () => {
  it.each([
    ["park(ing|ed)", "Is there PARKING nearby?"],
    ["park", "We park"],
    ["نعم", "قال نعم اليوم"],
    ["好", "你好吗"],
    ["đậu xe", "Tôi đậu xe ở đâu"],
    ["kote.*pakin", "Kote pou m pakin"],
  ])("finds %s in %s", (said, reply) => {
    expect(verdict([pattern(said)], reply)).toBe(`To ${said}`)
  })

  it.each([
    ["park", "sparkle"],
    ["park", "parking"],
    ["نعم", "نعمل"],
    ["kò", "kòman"],
  ])("keeps to words: %s is not in %s", (said, reply) => {
    expect(verdict([pattern(said)], reply)).toBe("none")
  })

  it.each([
    ["(a", /missing closing \)/],
    ["a)(b", /unexpected \)/],
    ["(?=a)b", /\(\?=/],
    ["(a)\\1", /invalid escape/],
    ["a{1001}", /repeat count/],
    ["(a{999}){9}", /repeat/],
    ["a{999}b{999}", /repeats too much/],
    ["a*", /empty reply/],
  ])("is refused with a sentence: %s", (said, sentence) => {
    expect(patternProblem(said)).toMatch(sentence)
  })
})

describe("hostile replies and patterns", () => {
  const hostile = ["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*)(.*)(.*)[^b]", "(x+x+)+y", "([a-z]+)*1"]

  it("take a program that grows with the pattern and is run once over the text", () => {
    for (const said of hostile) {
      expect(patternProblem(said)).toBeUndefined()
      const size = (times: number) => RE2JS.compile(said.repeat(times)).programSize()
      // RE2 takes at most so many steps for a character: twice the pattern is twice the steps.
      expect(size(8)).toBeLessThanOrEqual(2 * size(4))
    }
    // A backtracking reader would need 2^2000 steps for this.
    expect(
      verdict(
        hostile.map((said) => pattern(said, { text: "one" })),
        "a".repeat(longestReply - 1) + "!",
      ),
    ).toBe("one")
    expect(verdict([pattern("(x+x+)+y")], "x".repeat(longestReply))).toBe("none")
  })

  it("are not looked at beyond a length", () => {
    const rules = [pattern("a+")]
    expect(verdict(rules, "a".repeat(longestReply))).toBe("To a+")
    expect(verdict(rules, "a".repeat(longestReply + 1))).toBe("none")
  })
})

describe("several rules", () => {
  const anyRule = fc.oneof(
    fc.constantFrom("parking", "yes", "好", "نعم", "không", "wi").map((said) => words(said)),
    fc.constantFrom("parking", "yes", "5").map((said) => words(said, { effect: "handOver" })),
    fc
      .record({ from: fc.nat(5), more: fc.nat(5) })
      .map(({ from, more }) => answer("Number", { match: "number", from, to: from + more })),
    fc.constantFrom("park.*", "y.s", "[0-9]").map((said) => pattern(said)),
    fc.constant(answer("Yes", { match: "yes" })),
  )
  const replies = ["parking", "yes", "好", "نعم", "không", "Wi", "5", "10", "other", "where is parking"]

  it("say the same in any order", () => {
    fc.assert(
      fc.property(
        fc
          .array(anyRule, { maxLength: 8 })
          .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length }))),
        ([rules, shuffled]) => {
          for (const reply of replies) expect(verdict(shuffled, reply)).toBe(verdict(rules, reply))
        },
      ),
    )
  })

  it("that do the same are one, and that differ are for a person", () => {
    expect(verdict([words("yes", { text: "A" }), answer("A", { match: "yes" })], "Yes")).toBe("A")
    expect(verdict([words("yes"), answer("A", { match: "yes" })], "Yes")).toBe("unsure")
  })

  it("give back what was said in any script, whatever stands around it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("parking", "نعم", "好的", "không", "mèsi", "दवा", "да"),
        fc.constantFrom("", ".", "!", " ", "  ", "。", "،", "\u200f"),
        (said, around) => {
          expect(verdict([words(said)], `${around}${said.toUpperCase()}${around}`)).toBe(`To ${said}`)
          expect(saidText(saidText(said).words)).toEqual(saidText(said))
        },
      ),
    )
  })
})

describe("what keeps rules from being published", () => {
  it.each([
    [words("stop"), /“stop” opts out before any rule/],
    [words("parking, CANCEL"), /“CANCEL” opts out before any rule/],
    [words("baja", { effect: "optOut" }), /“baja” opts out/],
    [words("help"), /“help” asks for help/],
    [words("stop texting"), /may be an opt-out/],
    [words("weg damit"), /“weg damit” opts out/],
    [pattern(".+"), /matches “STOP”/],
    [pattern("(a"), /cannot be read/],
    [words("parking", { text: "Hi {{ firstName }}" }), /has a variable/],
    [words("parking", { text: "See http://127.0.0.1/x" }), /./],
  ])("is said: %o", (one, sentence) => {
    expect(ruleProblems([one], [{ language: "de", word: "Weg damit" }])).toEqual([expect.stringMatching(sentence)])
  })

  it.each<readonly [ReadonlyArray<ReplyRule>, ReadonlyArray<string>]>([
    [
      [words("Parking, lot"), words("LOT", { text: "B" })],
      ["lot", "LOT"],
    ],
    [
      [answer("A", { match: "yes", language: "es" }), words("si")],
      ["sí", "si"],
    ],
    [[answer("A", { match: "number", from: 0, to: 5 }), answer("B", { match: "number", from: 5, to: 9 })], ["5"]],
    [[answer("A", { match: "number", from: 0, to: 9 }), words("7")], ["7"]],
    [[words("parking"), pattern("park.*")], ["parking"]],
    [[words("si", { language: "es" }), words("si", { language: "pt", text: "B" })], []],
    [[words("parking"), words("parking lot", { text: "B" })], []],
  ])("is what two rules do differently: %o", (rules, meant) => {
    expect(ruleProblems(rules, [])).toEqual(
      meant.map((word) => `Two rules do different things for “${word}”. Keep one of them.`),
    )
  })
})
