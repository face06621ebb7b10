import { describe, expect, it } from "vitest"
import { languages } from "#schemas/administration/companyDraft.ts"
import { namesOptOutWord } from "#server/outreach/optOuts/optOut.rule.ts"
import { optOutSentences } from "#server/outreach/optOuts/optOutSentences.rule.ts"
import { piecesOf, placeholderProblems } from "#server/outreach/translations/placeholders.rule.ts"

describe("the places of a text", () => {
  const source = 'Hi {{ firstName | default: "friend" }}, {{companyName}} {% if zip %}({{ zip }}){% endif %}'

  it("survive a translation in another order and with other blanks and words of a default", () => {
    const target = '{% if zip %}{{zip}}{% endif %}: {{ companyName }}, {{ firstName | default: "amigo" }}'
    expect(placeholderProblems(source, target)).toEqual([])
  })

  it.each([
    ["a place that is missing", "Hola {{ firstName }}", "Hola", ["{{ firstName }} is missing."]],
    [
      "a place in another spelling",
      "{{ zip }}",
      "{{ Zip }}",
      ["{{ zip }} is missing.", "{{ Zip }} does not stand in the text."],
    ],
    [
      "a place without its filter",
      "{{ zip | upcase }}",
      "{{ zip }}",
      ["{{ zip | upcase }} is missing.", "{{ zip }} does not stand in the text."],
    ],
    [
      "a place that stands once more",
      "{{ zip }}",
      "{{ zip }} {{ zip }}",
      ["{{ zip }} stands 2 times, in the text 1 times."],
    ],
    [
      "a choice about another word",
      '{% if zip == "1" %}a{% endif %}',
      '{% if zip == "2" %}a{% endif %}',
      ['{% if zip == "1" %} is missing.', '{% if zip == "2" %} does not stand in the text.'],
    ],
  ])("are named by a sentence each: %s", (_, text, translated, sentences) => {
    expect(placeholderProblems(text, translated)).toEqual(sentences)
  })

  it("stand apart from the words around them, and all together are the text", () => {
    expect(
      piecesOf(source)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(source)
    expect(piecesOf("Hi {{ firstName }}!")).toEqual([
      { text: "Hi ", isPlace: false },
      { text: "{{ firstName }}", isPlace: true },
      { text: "!", isPlace: false },
    ])
  })
})

describe("the words to opt out by", () => {
  it.each(languages)("are said in a language by its own sentence: %s", (language) => {
    expect(namesOptOutWord(optOutSentences[language], language)).toBe(true)
  })
  it("are in capitals: a word of the language that only looks like one does not count", () => {
    expect(namesOptOutWord("Llame para reservar, por fin", "es")).toBe(false)
    expect(namesOptOutWord("Responda PARA para no recibir más", "es")).toBe(true)
  })
  it("may be STOP in every language, and those of another language do not do", () => {
    expect(namesOptOutWord("Trả lời STOP để ngừng", "vi")).toBe(true)
    expect(namesOptOutWord("Trả lời ALTO để ngừng", "vi")).toBe(false)
  })
})
