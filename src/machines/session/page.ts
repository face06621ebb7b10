import type { Change } from "#schemas/reporting/feed.ts"
import type { ListOptions, ListParams } from "#schemas/reply.ts"

/** The search part of a page's address, as the page's chart gets it. */
export type Search = Readonly<Record<string, string>>

/** What every page's chart is started with. */
export type PageInput = { readonly search: Search }

/**
 * What wiring sends every page's chart: the address changed (an input like a
 * click), or a thing changed on the server. A chart ignores what it does not take.
 */
export type PageEvent =
  | { readonly type: "url.changed"; readonly search: Search }
  | { readonly type: "feed.changed"; readonly thing: Change["thing"]; readonly id: string }

/** What a list is asked for by the page's address; what the list does not know asks for nothing. */
export const listParams = <Options extends ListOptions>(
  { search = "", state = "", sort = "" }: Search,
  { states, columns }: Options,
): ListParams<Options> => {
  const known: Options["states"][number] | undefined = states.find((one) => one === state)
  return {
    ...(search === "" ? {} : { search }),
    ...(known === undefined ? {} : { state: known }),
    ...(columns.includes(sort.replace(/^-/, "")) ? { sort } : {}),
  }
}

/** The thing that a page's address names by its `id`; null while it names none. */
export const idIn = ({ id = "" }: Search): string | null => (id === "" ? null : id)

type Addressed = { readonly context: { readonly search: Search } }

/** The guards by which a page's chart knows whether one thing is shown in place of the list, and when the list is again. */
export const namesThing = ({ context }: Addressed): boolean => idIn(context.search) !== null
export const namesNothing = ({ context }: Addressed): boolean => !namesThing({ context })

/** Whether replies, or answers to them, may have changed: the feed announces them with their campaign if they have one. */
export const changesReplies = ({ event }: { readonly event: { readonly type: string } | PageEvent }): boolean =>
  event.type === "feed.changed" && "thing" in event && (event.thing === "campaign" || event.thing === "replies")

/** What an address says once its thing is gone, with the parameters that were about the thing. */
export const withoutThing = (search: Search, ...parts: ReadonlyArray<string>): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== "id" && !parts.includes(name)))
