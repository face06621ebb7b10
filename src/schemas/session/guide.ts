import { seesEveryCompany, type Rights } from "../access.ts"

/** Which guide a chapter is from: the one for staff, or the one for Super Admins. */
export type GuideBook = "staff" | "superAdmin"

/** A run of text in one look; `chapter` is the one it leads to. */
export type GuideText = {
  readonly text: string
  readonly look?: "strong" | "em" | "code"
  readonly chapter?: string
}

/** A part of a chapter. */
export type GuideBlock =
  | { readonly is: "paragraph" | "heading"; readonly texts: ReadonlyArray<GuideText> }
  | { readonly is: "list"; readonly ordered: boolean; readonly items: ReadonlyArray<ReadonlyArray<GuideBlock>> }

/** A chapter of a guide, by the name of its heading in addresses. */
export type GuideChapter = {
  readonly id: string
  readonly book: GuideBook
  readonly title: string
  readonly blocks: ReadonlyArray<GuideBlock>
}

/** The chapters that a person can make use of. */
export const chaptersFor = (chapters: ReadonlyArray<GuideChapter>, rights: Rights): ReadonlyArray<GuideChapter> =>
  chapters.filter(({ book }) => book === "staff" || seesEveryCompany(rights))

type Search = Readonly<Record<string, string>>

const ofGlobal: Readonly<Record<string, string>> = { templates: "templates", rules: "rules", activity: "activity" }

/** Which chapter each page has, by path and what its address says. */
const pageChapters: Readonly<Record<string, (search: Search) => string>> = {
  "/dashboard": () => "bring-your-patients-in",
  "/database": () => "bring-your-patients-in",
  "/sms": () => "write-the-text",
  "/ivr": () => "write-the-call",
  "/campaign": () => "run-the-campaign",
  "/location": () => "locations",
  "/scheduler": () => "when-appointments-are-offered",
  "/appointment": () => "appointments",
  "/bookAppointment": () => "booking",
  "/user": () => "users",
  "/report": ({ tab }) => (tab === "activity" ? "activity" : "report"),
  "/dev/handset": () => "see-it-arrive",
  "/global": ({ section = "" }) => ofGlobal[section] ?? "companies",
}

/** The chapter of a page; that of rights for pages without one, and where the page's own is not for this person. */
export const chapterOfPage = (path: string, search: Search, chapters: ReadonlyArray<GuideChapter>): string => {
  const wanted = pageChapters[path]?.(search)
  if (chapters.some(({ id }) => id === wanted)) return wanted ?? ""
  return path === "/report" ? "report" : "what-you-may-do"
}

/** Which chapter says more about a step before the first text; people without the right read who has it. */
export const firstStepChapters = {
  sender: (rights: Rights): string => (seesEveryCompany(rights) ? "companies" : "what-you-may-do"),
  people: () => "bring-your-patients-in",
  template: () => "write-the-text",
  campaign: () => "run-the-campaign",
} satisfies Readonly<Record<string, (rights: Rights) => string>>

/** A text without the difference of capital and small letters, as long as it was. */
const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A text cut at the places where the words looked for stand in it: every second piece is one of these. */
export const cutAt = (text: string, searchText: string): ReadonlyArray<string> => {
  const wanted = folded(searchText.trim())
  if (wanted === "") return [text]
  const pieces: Array<string> = []
  let from = 0
  for (let at = folded(text).indexOf(wanted); at >= 0; at = folded(text).indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, text.slice(from)]
}

const timesIn = (texts: ReadonlyArray<string>, searchText: string): number =>
  texts.reduce((sum, text) => sum + (cutAt(text, searchText).length - 1) / 2, 0)

const runsOf = (block: GuideBlock): ReadonlyArray<string> =>
  block.is === "list" ? block.items.flatMap((item) => item.flatMap(runsOf)) : block.texts.map(({ text }) => text)

/** How often some words stand in a chapter, its title included; each where it can be marked. */
export const timesInChapter = ({ title, blocks }: GuideChapter, searchText: string): number =>
  timesIn([title, ...blocks.flatMap(runsOf)], searchText)
