/** Reads the guides for staff and Super Admins into chapters, for the help at the side of the pages. */
import { readFileSync } from "node:fs"
import { marked, type Token, type Tokens } from "marked"
import type { Plugin } from "vite"
import type { GuideBlock, GuideBook, GuideChapter, GuideText } from "#schemas/session/guide.ts"

const files: Readonly<Record<GuideBook, string>> = { staff: "docs/guide.md", superAdmin: "docs/super-admins.md" }

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
}
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)

/** What an address of the repository calls a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-")

/** The chapter that a link of a guide leads to; undefined for what is in no guide. */
const chapterOf = (href: string): string | undefined => {
  const [file, anchor] = href.split("#")
  return anchor !== undefined && ["", "guide.md", "super-admins.md"].includes(file ?? "") ? anchor : undefined
}

const textsOf = (tokens: ReadonlyArray<Token> | undefined): ReadonlyArray<GuideText> =>
  (tokens ?? []).flatMap((token): ReadonlyArray<GuideText> => {
    if (token.type === "strong" || token.type === "em")
      return textsOf(token.tokens).map((text) => ({ ...text, look: token.type === "strong" ? "strong" : "em" }))
    if (token.type === "codespan") return [{ text: plain((token as Tokens.Codespan).text), look: "code" }]
    if (token.type === "link") {
      const chapter = chapterOf((token as Tokens.Link).href)
      return textsOf(token.tokens).map((text) => (chapter === undefined ? text : { ...text, chapter }))
    }
    if (token.type === "text" && token.tokens !== undefined) return textsOf(token.tokens)
    if (token.type === "text" || token.type === "escape") return [{ text: plain((token as Tokens.Text).text) }]
    // Pictures belong to the written guide: the page itself stands next to the help.
    if (token.type === "image" || token.type === "br") return []
    throw new Error(`The help cannot show this part of a guide: ${token.raw}`)
  })

const blocksOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<GuideBlock> =>
  tokens.flatMap((token): ReadonlyArray<GuideBlock> => {
    if (token.type === "space") return []
    if (token.type === "paragraph" || token.type === "text") {
      const texts = textsOf(token.type === "text" ? [token] : token.tokens)
      return texts.length === 0 ? [] : [{ is: "paragraph", texts }]
    }
    if (token.type === "heading") return [{ is: "heading", texts: textsOf(token.tokens) }]
    if (token.type === "list") {
      const { ordered, items } = token as Tokens.List
      return [{ is: "list", ordered, items: items.map((item) => blocksOf(item.tokens)) }]
    }
    throw new Error(`The help cannot show this part of a guide: ${token.raw}`)
  })

/** The chapters of a guide: what stands under each heading of the second level. */
export const readGuide = (book: GuideBook): ReadonlyArray<GuideChapter> => {
  const tokens = marked.lexer(readFileSync(files[book], "utf8"))
  const starts = tokens.flatMap((token, at) =>
    token.type === "heading" && (token as Tokens.Heading).depth === 2 ? [at] : [],
  )
  return starts.map((start, at) => {
    const title = (tokens[start] as Tokens.Heading).text
    return { id: slugOf(title), book, title, blocks: blocksOf(tokens.slice(start + 1, starts[at + 1])) }
  })
}

/** Every chapter, those for Super Admins last. */
export const guideChapters = (): ReadonlyArray<GuideChapter> => [...readGuide("staff"), ...readGuide("superAdmin")]

const name = "virtual:guide"

/** Gives the pages the chapters as data: no text of a guide is read or taken apart in the browser. */
export const guideAsData = (): Plugin => ({
  name: "guide-as-data",
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load(id) {
    if (id !== `\0${name}`) return undefined
    return `export const chapters = JSON.parse(${JSON.stringify(JSON.stringify(guideChapters()))})`
  },
})
