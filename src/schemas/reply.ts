import { Schema } from "effect"
import { TrimmedText } from "./trimmedText.ts"
import { numberInQuery } from "./ids.ts"

/**
 * The one successful wire form (docs/architecture.md#problems-and-answers): HTTP 200 with `statusCode`
 * "200", `status` "ok", the data, and for lists the cursor of the next page; where a list has states, its first page
 * also says how many rows stand in each.
 */
export const Reply = <S extends Schema.Top>(data: S) =>
  Schema.Struct({
    statusCode: Schema.Literal("200"),
    status: Schema.String,
    message: Schema.optionalKey(Schema.String),
    data,
    next: Schema.optionalKey(Schema.String),
    counts: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  })

/** Wraps data in the successful wire form. */
export const reply = <A>(
  data: A,
  more: {
    readonly message?: string
    readonly next?: string
    readonly counts?: Readonly<Record<string, number>>
  } = {},
) => ({
  statusCode: "200" as const,
  status: "ok",
  data,
  ...more,
})

/** The success of a call that has no data to return. */
export const Done = Reply(Schema.Struct({}))

/** The query part of every list: an opaque cursor and a page size of 1 to 200 (default 50). */
export const PageQuery = {
  cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(400))),
  pageSize: Schema.optionalKey(numberInQuery(200)),
}

/** The part of a list's query that pages it. */
export type PageOf = { readonly cursor?: string; readonly pageSize: number }

/** What a list may be narrowed to and ordered by. */
export type ListOptions = { readonly states: ReadonlyArray<string>; readonly columns: ReadonlyArray<string> }

/** The order of a list: a column's name, with `-` before it descending. */
export const sortBy = (columns: ListOptions["columns"]) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(new RegExp(`^-?(${columns.join("|")})$`, "u"), {
        message: `Choose one of: ${columns.join(", ")}; put - before it for the other way round.`,
      }),
    ),
  )

/** The query of a list that the server searches by name, narrows to a state and orders. */
export const listQuery = <Options extends ListOptions>({ states, columns }: Options) => ({
  ...PageQuery,
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(80))),
  state: Schema.optionalKey(Schema.Literals(states as Options["states"])),
  sort: sortBy(columns),
})

/** What a list is searched, narrowed and ordered by. */
export type ListParams<Options extends ListOptions = ListOptions> = {
  readonly search?: string
  readonly state?: Options["states"][number]
  readonly sort?: string
}

/** A list's query as it arrives. */
export type ListQuery = ListParams & { readonly cursor?: string; readonly pageSize?: number }

/**
 * What someone typed to find a person by: names and numbers, which travel in
 * bodies, never in addresses (docs/architecture.md#personal-data).
 */
export const SearchText = TrimmedText.check(Schema.isMinLength(1), Schema.isMaxLength(80))

/** Rows of a page when the caller names none. */
export const defaultPageSize = 50
