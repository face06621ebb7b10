import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser"
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js"

const marks: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ö",
  u: "ü",
  c: "ç",
  n: "ñ",
  A: "Á",
  E: "É",
  S: "Š",
}
/** Letters with marks, and a third longer, as some languages are. */
const foreign = (text: string): string => {
  const marked = text.replaceAll(/[aeioucnAES]/g, (letter) => marks[letter] ?? letter)
  return marked + "·".repeat(Math.ceil(text.trim().length * 0.3))
}

const changed = (elements: ReadonlyArray<MessageFormatElement>): Array<MessageFormatElement> =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: foreign(element.value) }
    if (element.type === TYPE.tag) return { ...element, children: changed(element.children) }
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [name, { ...option, value: changed(option.value) }]),
        ),
      }
    return element
  })

/** Words of no language: those of English with marks on their letters, longer, and between brackets. */
export const pseudo = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([id, text]) => [id, `⟦${printAST(changed(parse(text)))}⟧`]))
