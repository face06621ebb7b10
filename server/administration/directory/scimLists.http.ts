import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { countPeople, readPeople, type PeopleAsked } from "./directoryPerson.queries.ts"
import { readDirectoryGroups, type DirectoryGroup } from "./directoryGroup.queries.ts"
import { mostResults, scim, scimGroup, scimUser } from "./scimResources.http.ts"
import { isReadable, type JsonObject, type ScimFault, type ScimKind } from "./scim.rule.ts"

type Query = Readonly<Record<string, string>>

const invalidFilter = (detail: string): ScimFault => ({ status: 400, scimType: "invalidFilter", detail })

/** What is wrong with a query, before the library reads it. */
export const queryFault = ({ filter, attributes, excludedAttributes }: Query): ScimFault | undefined => {
  if (filter !== undefined && (filter.trim() === "" || !isReadable(filter)))
    return invalidFilter("The filter cannot be read. Use at most 200 letters, and no backslash.")
  const lists = [attributes, excludedAttributes].filter((one) => one !== undefined)
  return lists.every((one) => /^[\w.:$, -]{1,500}$/.test(one))
    ? undefined
    : invalidFilter("The list of attributes cannot be read.")
}

/** What of a query concerns a single thing as well. */
export const attributesOf = ({ attributes, excludedAttributes }: Query): Record<string, string> => ({
  ...(attributes === undefined ? {} : { attributes }),
  ...(excludedAttributes === undefined ? {} : { excludedAttributes }),
})

const numberIn = (text: string | undefined, otherwise: number): number => {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) ? number : otherwise
}

const pageOf = ({ startIndex, count }: Query) => ({
  startIndex: Math.max(1, Math.min(numberIn(startIndex, 1), 1_000_000)),
  count: Math.max(0, Math.min(numberIn(count, mostResults), mostResults)),
})

type Filter = InstanceType<typeof scim.Types.Filter>

/** The one key that a filter compares with a text, where it does nothing else: what directories ask before each change. */
const equalTo = (filter: Filter | undefined): readonly [key: string, value: string] | undefined => {
  const [first, ...more] = (filter ?? []) as ReadonlyArray<Readonly<Record<string, ReadonlyArray<unknown>>>>
  const [compared, ...others] = Object.entries(first ?? {})
  if (more.length > 0 || others.length > 0 || compared === undefined) return undefined
  const [key, [how, value]] = compared
  return how === "eq" && typeof value === "string" ? [key.toLowerCase(), value] : undefined
}

const keys: Readonly<Record<string, (value: string) => PeopleAsked>> = {
  id: (id) => ({ id }),
  username: (userName) => ({ userName }),
  externalid: (externalId) => ({ externalId }),
}

/** One page of things, and how many there are. */
type Found = { readonly page: ReadonlyArray<JsonObject>; readonly total: number }

const pageIn = (all: ReadonlyArray<JsonObject>, { startIndex, count }: ReturnType<typeof pageOf>): Found => ({
  page: all.slice(startIndex - 1, startIndex - 1 + count),
  total: all.length,
})

const users = Effect.fnUntraced(function* (companyId: CompanyId, filter: Filter | undefined, query: Query) {
  const wanted = pageOf(query)
  if (filter === undefined) {
    const { startIndex, count } = wanted
    const page = yield* readPeople(companyId, { offset: startIndex - 1, limit: count })
    return { page: page.map(scimUser), total: yield* countPeople(companyId) }
  }
  const [key, value] = equalTo(filter) ?? []
  const asked = key === undefined || value === undefined ? undefined : keys[key]?.(value)
  const found = (yield* readPeople(companyId, asked ?? {})).map(scimUser)
  return pageIn(asked === undefined ? filter.match(found) : found, wanted)
})

/** Groups with who is in them. */
const withMembers = Effect.fnUntraced(function* (companyId: CompanyId, shown: ReadonlyArray<DirectoryGroup>) {
  const people = shown.length === 0 ? [] : yield* readPeople(companyId, { groupIds: shown.map((one) => one.groupId) })
  return shown.map((group) =>
    scimGroup(
      group,
      people.filter(({ groupIds }) => groupIds.includes(group.groupId)),
    ),
  )
})

const groups = Effect.fnUntraced(function* (companyId: CompanyId, filter: Filter | undefined, query: Query) {
  const all = yield* readDirectoryGroups(companyId)
  const [key, value] = equalTo(filter) ?? []
  const asked = key === "displayname" ? value?.toLowerCase() : undefined
  // Who is in them is read for the groups of the page alone, but where the filter may ask for it.
  if (filter !== undefined && asked === undefined)
    return pageIn(filter.match(yield* withMembers(companyId, all)), pageOf(query))
  const named = all.filter(({ name }) => asked === undefined || name.toLowerCase() === asked)
  const { startIndex, count } = pageOf(query)
  const shown = named.slice(startIndex - 1, startIndex - 1 + count)
  const isBare = query["excludedAttributes"]?.split(",").some((one) => one.trim().toLowerCase() === "members") === true
  return {
    page: isBare ? shown.map((group) => scimGroup(group, [])) : yield* withMembers(companyId, shown),
    total: named.length,
  }
})

/** The people or groups of a company that a query asks for, as a list of SCIM. */
export const scimList = Effect.fn("scimList")(function* (kind: ScimKind, companyId: CompanyId, query: Query) {
  const Resource = scim.Resources[kind === "Users" ? "User" : "Group"]
  const Schema = scim.Schemas[kind === "Users" ? "User" : "Group"]
  const { filter } = query
  const asked = yield* Effect.try({
    try: () => new Resource({ ...attributesOf(query), ...(filter === undefined ? {} : { filter }) } as never),
    catch: () => invalidFilter("The filter cannot be read."),
  })
  const { page, total } = yield* (kind === "Users" ? users : groups)(companyId, asked.filter, query)
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex: pageOf(query).startIndex,
    itemsPerPage: page.length,
    Resources: page.map((one) => new Schema(one, "out", String(Resource.basepath()), asked.attributes)),
  }
})
