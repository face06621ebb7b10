import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { Database } from "#server/store/Database.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** Things whose every state is kept next to their events. */
export type RevisedKind = "card" | "company" | "location" | "settings" | "user"

type Revised = { readonly companyId: CompanyId; readonly kind: RevisedKind; readonly id: number }

/** Keeps what a thing looks like from a revision on; joins the command's transaction. */
export const keepRevision = Effect.fn("keepRevision")(function* (
  { companyId, kind, id }: Revised,
  revision: number,
  body: object,
  at: string,
) {
  const { sql } = yield* Database
  yield* sql`
    insert into revisions (company_id, kind, id, revision, body, at)
    values (${companyId}, ${kind}, ${id}, ${revision}, ${sql.json(body)}, ${at}::timestamptz)`
})

/** The fields in which two states differ, by name. */
export const changedFields = (
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>>,
): ReadonlyArray<string> => Object.keys(after).filter((name) => !isDeepStrictEqual(before?.[name], after[name]))
