import { Effect } from "effect"
import type { PageOf } from "#schemas/reply.ts"

/** The most rows that a page may have. */
const wholePage = 200

type Page<Row> = { readonly data: ReadonlyArray<Row>; readonly next?: string | undefined }

/** All rows of a list that is short enough to be read whole, page by page. */
export const everyPage = <Row, E, R>(
  read: (page: PageOf) => Effect.Effect<Page<Row>, E, R>,
): Effect.Effect<ReadonlyArray<Row>, E, R> =>
  Effect.gen(function* () {
    const all: Array<Row> = []
    let cursor: string | undefined
    do {
      const page: Page<Row> = yield* read(
        cursor === undefined ? { pageSize: wholePage } : { cursor, pageSize: wholePage },
      )
      all.push(...page.data)
      cursor = page.next
    } while (cursor !== undefined)
    return all
  })
