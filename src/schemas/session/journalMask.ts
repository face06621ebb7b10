import { CampaignAction, CampaignState, CampaignType } from "../outreach/campaign.ts"
import { Purpose, TemplateState } from "../outreach/template.ts"
import { ImportState } from "../people/import.ts"
import { PhoneKind } from "../people/patient.ts"
import { problemStatus } from "../problem.ts"
import { sharedWords } from "../sharedWords.ts"
import type { ChartJournal, JournaledEvent, JournalEntry } from "./journal.ts"

/** What charts decide by, and no one's name: the values of our own lists. */
const ownWords: ReadonlySet<unknown> = new Set<unknown>([
  ...[CampaignState, CampaignType, CampaignAction, Purpose, TemplateState, ImportState, PhoneKind].flatMap(
    ({ literals }) => literals,
  ),
  ...Object.keys(problemStatus),
  ...["signedIn", "locked", "refused", "invalid", "contractExpired", "contractNotStarted", "kept", "none"],
  ...["active", "done", "error", "stopped", "Failed", "Success", "success", "danger", "home", "sessionOut"],
  // What is done to a stored thing.
  ...[
    "publish",
    "retire",
    "delete",
    "move",
    "suspend",
    "reinstate",
    "address.delete",
    "work",
    "test.replace",
    "test.remove",
  ],
  // What became of an appointment, and of an offer of the waitlist.
  ...["pending", "released", "booked", "confirmed", "arrived", "fulfilled", "noshow", "cancelled"],
  ...["offered", "accepted", "declined", "lapsed", "lost", "withdrawn"],
  // What a row of a user file would do.
  ...["invite", "change"],
  // When a campaign begins.
  ...["now", "later"],
  ...[
    "campaign",
    "template",
    "import",
    "clock",
    "handset",
    "replies",
    "hourLater",
    "nextMorning",
    "realTime",
    "csv",
    "xlsx",
  ],
])

const isShared = (text: string): boolean => Object.hasOwn(sharedWords, text)

/** Under which names such a value stands; anywhere else it may be something a person wrote. */
const ownNames: ReadonlySet<string> = new Set([
  ...["problem", "state", "status", "campaignType", "action", "outcome", "refusal", "token", "loginStatus", "to"],
  ...["intent", "word", "thing", "move", "fileType", "purpose", "phoneKind", "when", "channel"],
  // A command and the words of its question.
  ...["verb", "title", "confirm", "cancel", "meanwhile", "label"],
])

/** Names in the search part of our addresses by whose number a chart decides; other things stand there by a public id. */
const numbersInAddress: ReadonlySet<string> = new Set(["list", "import", "company", "message"])

/** A browser tab's random name, by whose order a leader is chosen, or the name of a page's tab. */
const tabName = /^([0-9a-f-]{36}|[a-z]{1,12})$/

/** How we name a form's field or a part of an address. */
const fieldName = /^[a-z][A-Za-z]{0,30}$/

/** A number of people, with or without separators. */
const countTyped = /^[\d,. ]{1,11}$/

/** A moment to the millisecond is no birthday. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** Phone numbers have ten digits or more; our ids fewer, and moments stand between 2017 and 2049. */
const isPhoneLike = (number: number): boolean => Math.abs(number) >= 1e9 && !(number > 1.5e12 && number < 2.5e12)

/**
 * Replaces what could be personal by dots, in as many journals as are masked by
 * one call. Equal texts get equal dots and others other ones (their number among
 * all, at the end), so that charts which compare texts take the same way.
 * @param isWord whether a text is the id of a word, as far as they are loaded; a chart names those of its page.
 */
export const masking = (isWord: (text: string) => boolean = isShared) => {
  const known = new Map<string, string>()
  const dotted = (text: string): string => {
    if (text === "") return text
    const next = String(known.size + 1)
    const dots = known.get(text) ?? "•".repeat(Math.max(1, text.length - next.length)) + next
    known.set(text, dots)
    return dots
  }
  const plainText = (text: string, name: string, within: string): string => {
    if (within !== "custom" && ownNames.has(name) && (ownWords.has(text) || isWord(text))) return text
    if (within !== "custom" && within !== "values" && name === "tab" && tabName.test(text)) return text
    if (within !== "custom" && within !== "values" && name === "field" && fieldName.test(text)) return text
    if (name === "at" && moment.test(text)) return text
    // How many people a launch reaches, typed to confirm it.
    if (name === "typed" && within !== "custom" && within !== "values" && countTyped.test(text)) return text
    if (within === "search" && numbersInAddress.has(name) && /^\d{1,9}$/.test(text)) return text
    return dotted(text)
  }
  const value = (one: unknown, name = "", within = ""): unknown => {
    if (typeof one === "string") return plainText(one, name, within)
    if (typeof one === "number") return isPhoneLike(one) ? 0 : one
    if (Array.isArray(one)) return one.map((part) => value(part, "", name))
    if (typeof one !== "object" || one === null) return one
    // The columns of a customer's file are named by the customer, and anyone may type an address.
    const isForeign = (key: string): boolean => name === "custom" || (name === "search" && !fieldName.test(key))
    const nameOf = (key: string): string => (isForeign(key) ? dotted(key) : key)
    return Object.fromEntries(Object.entries(one).map(([key, part]) => [nameOf(key), value(part, key, name)]))
  }
  const snapshot = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one
    const { value: states, historyValue, timers, children, ...others } = one as Record<string, unknown>
    return {
      ...(value(others) as object),
      ...(states === undefined ? {} : { value: states }),
      ...(historyValue === undefined ? {} : { historyValue }),
      ...(Array.isArray(timers)
        ? {
            timers: timers.map((timer: { readonly event: JournaledEvent }) => ({
              ...timer,
              event: event(timer.event),
            })),
          }
        : {}),
      ...(typeof children === "object" ? { children: family(children) } : {}),
    }
  }
  const family = (children: object | null): unknown =>
    Object.fromEntries(
      Object.entries(children ?? {}).map(([id, child]: [string, Record<string, unknown>]) => [
        id,
        { ...child, snapshot: snapshot(child["snapshot"]) },
      ]),
    )
  const event = ({ type, snapshot: carriedSnapshot, ...carried }: JournaledEvent): JournaledEvent => ({
    type,
    ...(value(carried) as object),
    ...(carriedSnapshot === undefined ? {} : { snapshot: snapshot(carriedSnapshot) }),
  })
  const noted = (notes: JournalEntry["noted"]): object =>
    notes === undefined ? {} : { noted: value(notes) as typeof notes }
  return (journal: ChartJournal): ChartJournal => ({
    ...journal,
    input: value(journal.input),
    base: snapshot(journal.base),
    ...noted(journal.noted),
    entries: journal.entries.map((entry) => ({ at: entry.at, event: event(entry.event), ...noted(entry.noted) })),
  })
}
