import { Effect } from "effect"
import { DemoGroup } from "#schemas/administration/demoCalls.ts"
import type { WatchedRow, WatchedThing } from "#schemas/administration/history.ts"
import type { Problem } from "#schemas/problem.ts"
import type { PageOf } from "#schemas/reply.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { readCampaigns } from "./Campaigns.ts"
import { readImports } from "./People.ts"
import { readTemplates } from "./Templates.ts"

type Rows = { readonly data: ReadonlyArray<WatchedRow>; readonly next?: string | undefined }
type Wanted = { readonly thing: WatchedThing; readonly search?: string }

const rowsOf =
  <A>(rowOf: (thing: A) => WatchedRow) =>
  ({ data, next }: { readonly data: ReadonlyArray<A>; readonly next?: string | undefined }): Rows => ({
    data: data.map(rowOf),
    next,
  })

/** The company's campaigns, templates or imports, as the flows page lists them, a page at a time. */
export const readThings = ({ thing, ...named }: Wanted, page: PageOf): Effect.Effect<Rows, Problem, ApiClient> => {
  if (thing === "campaign")
    return Effect.map(
      readCampaigns(named, page),
      rowsOf(({ campaignId, name, state }) => ({ id: campaignId, name, state })),
    )
  if (thing === "template")
    return Effect.map(
      readTemplates(named, page),
      rowsOf(({ templateId, name, state }) => ({ id: templateId, name, state })),
    )
  return Effect.map(
    readImports({}, page),
    rowsOf(({ importId, fileName, state }) => ({ id: importId, name: fileName, state })),
  )
}

/** How one of the company's things came through its lifecycle. */
export const readHistory = (query: { readonly thing: WatchedThing; readonly id: number }) =>
  callApi(DemoGroup, (api) => api.GetHistory({ query }))
