import { Effect } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import { defaultPageSize, reply, type ListQuery } from "#schemas/reply.ts"

/** Reads the cursor of a list that goes on after an id: it travels in an address and says nothing about anyone. */
const idIn = (cursor: string | undefined): Effect.Effect<number | undefined, Problem> => {
  if (cursor === undefined) return Effect.succeed(undefined)
  return /^\d{1,9}$/.test(cursor)
    ? Effect.succeed(Number(cursor))
    : Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
}

/** Reads the query of a list: the page, and what it is searched, narrowed and ordered by. Fails with BadRequest for a cursor that is none. */
export const pageIn = <Query extends Pick<ListQuery, "cursor" | "pageSize">>({
  cursor,
  pageSize = defaultPageSize,
  ...query
}: Query) => Effect.map(idIn(cursor), (after) => ({ ...query, after, pageSize }))

/** A page of a list as it is answered: its rows, the cursor of the next page, and the counts that came with it. */
export const pageReply = <Row>(page: {
  readonly rows: ReadonlyArray<Row>
  readonly next: number | undefined
  readonly counts?: Readonly<Record<string, number>>
}) => reply(page.rows, { ...nextOf(page.next), ...(page.counts === undefined ? {} : { counts: page.counts }) })

/** The cursor of the next page, where there is one. */
export const nextOf = (id: number | undefined) => (id === undefined ? {} : { next: String(id) })
