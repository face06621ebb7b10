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
