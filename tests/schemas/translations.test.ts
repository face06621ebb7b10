import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser"
import { describe, expect, it } from "vitest"
import { loginMessages, screens } from "#schemas/session/words.ts"

type Words = Readonly<Record<string, string>>
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"))

/** What a message takes and how: its arguments by their kind, the cases of its choices, its tags. */
const placesOf = (elements: ReadonlyArray<MessageFormatElement>): ReadonlyArray<string> =>
  elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...placesOf(element.children)]
      case TYPE.select:
        return Object.entries(element.options).flatMap(([name, { value }]) => [
          `${element.value} is ${name}`,
          ...placesOf(value),
        ])
      case TYPE.plural:
        return [`${element.value} plural`, ...Object.values(element.options).flatMap(({ value }) => placesOf(value))]
      default:
        return [`${element.value} ${TYPE[element.type]}`]
    }
  })
const places = (text: string): ReadonlyArray<string> => [...new Set(placesOf(parse(text)))].toSorted()

const isWords = (value: unknown): value is Words =>
  typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string")
const wordsOf = async (file: string): Promise<Words> =>
  Object.assign({}, ...Object.values((await import(join(process.cwd(), file))) as object).filter(isWords)) as Words

// Texts to patients have their languages of their own, and the session's words have no ids: see below.
const apart = ["src/schemas/scheduling/patientWords.ts", "src/schemas/session/words.ts"]
/** Files that join others, and hold no word of their own. */
const joining = ["src/schemas/words.ts", "src/schemas/sharedWords.ts"]
const files = globSync("src/schemas/**/*{Words,words,Sentences}.ts")
  .filter((file) => ![...apart, ...joining].includes(file))
  .toSorted()

describe("the interface in Spanish", () => {
  it.each(files)("says every word of %s, with what it takes", async (file) => {
    const english = await wordsOf(file)
    const spanish = readJson(file.replace(/\.ts$/, ".es.json")) as Words
    expect(Object.keys(spanish).toSorted()).toEqual(Object.keys(english).toSorted())
    const taken = (words: Words) => Object.fromEntries(Object.entries(words).map(([id, text]) => [id, places(text)]))
    expect(taken(spanish)).toEqual(taken(english))
  })

  it("has no other file of words", () => {
    const others = ["src/schemas/session/words.es.json", "src/schemas/sentences.es.json"]
    const known = new Set([...files.map((file) => file.replace(/\.ts$/, ".es.json")), ...others])
    expect(globSync("src/**/*.es.json").filter((file) => !known.has(file))).toEqual([])
  })

  it("says what stands outside the layout, sentence by sentence", () => {
    const shape = (value: unknown): unknown =>
      typeof value === "string"
        ? "text"
        : Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, shape(part)]))
    expect(shape(readJson("src/schemas/session/words.es.json"))).toEqual(shape({ screens, loginMessages }))
  })

  it("knows no sentence that nothing says, and gives each what it takes", () => {
    // Some are put together of parts, which stand in one file.
    const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}’]+/gu))
    const sources = globSync(["src/**/*.ts", "server/**/*.ts"]).map((file) => wordsIn(readFileSync(file, "utf8")))
    const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
    const faulty = Object.entries(readJson("src/schemas/sentences.es.json") as Words).filter(([english, spanish]) => {
      const needed = [...wordsIn(english.replaceAll(/\{\w+\}/g, ""))]
      return (
        namesIn(english).join() !== namesIn(spanish).join() ||
        !sources.some((there) => needed.every((word) => there.has(word)))
      )
    })
    expect(faulty.map(([english]) => english)).toEqual([])
  })
})
