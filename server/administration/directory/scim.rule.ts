import { hashedIdForm } from "#schemas/ids.ts"

/** JSON that stands for a thing. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Why a request of a directory is refused, in the words of RFC 7644 §3.12. */
export type ScimFault = {
  readonly status: 400 | 404 | 412
  readonly scimType?: "invalidFilter" | "invalidPath" | "invalidSyntax" | "invalidValue"
  readonly detail: string
}

/** The kinds of things that a directory keeps. */
export type ScimKind = "Groups" | "Users"

/** What is kept of each kind; what else a directory sends is taken and not kept. */
export const keptAttributes: Readonly<Record<ScimKind, ReadonlyArray<string>>> = {
  Users: ["externalId", "userName", "displayName", "name", "emails", "active"],
  Groups: ["externalId", "displayName", "members"],
}

const longestExpression = 200

/** Whether a filter or path may reach the library that reads it: backslashes make it try for ever. */
export const isReadable = (expression: string): boolean =>
  expression.length <= longestExpression && !expression.includes("\\")

/** Whether something is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

/** Entra ID writes booleans as text, in letters of any size. */
const asBoolean = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  const written = value.toLowerCase()
  return written === "true" || written === "false" ? written === "true" : value
}

/** The one address that is kept of several: the primary one, else that of work, else the first. */
const oneEmail = (value: unknown): ReadonlyArray<JsonObject> => {
  const emails = listOf(value).filter(isObject)
  const kept = emails.find((one) => asBoolean(one["primary"]) === true) ?? emails.find((one) => one["type"] === "work")
  const found = kept ?? emails[0]
  return found?.["value"] === undefined || found["value"] === ""
    ? []
    : [{ value: found["value"], type: "work", primary: true }]
}

const memberIds = (value: unknown): ReadonlyArray<unknown> =>
  listOf(value ?? []).map((one) => (isObject(one) ? one["value"] : one))

const valueOf = (attribute: string, value: unknown): unknown => {
  if (attribute === "active") return asBoolean(value)
  if (attribute === "emails") return oneEmail(value)
  if (attribute === "members") return memberIds(value).map((id) => ({ value: id }))
  return value
}

const known = (kind: ScimKind, name: string): string | undefined =>
  keptAttributes[kind].find((one) => one.toLowerCase() === name.toLowerCase())

/** A thing as a directory sends it, with what is kept of it alone. */
export const keptOf = (kind: ScimKind, body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const attribute = known(kind, name)
      return attribute === undefined || value === null ? [] : [[attribute, valueOf(attribute, value)]]
    }),
  )

/** One step of a patch. */
type Operation = { readonly op: "add" | "remove" | "replace"; readonly path: string; readonly value?: unknown }

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i

/** The attribute of a path, what stands behind it, and the path as it is spelled in the schema. */
const placeOf = (kind: ScimKind, path: string) => {
  const plain = path.replace(coreSchema, "")
  const name = /^[\w$-]+/.exec(plain)?.[0] ?? ""
  const attribute = known(kind, name)
  return attribute === undefined ? undefined : { attribute, rest: plain.slice(name.length) }
}

/** Whether a filter in brackets means the address that is kept. */
const isKeptEmail = (rest: string): boolean =>
  !rest.startsWith("[") || /^\[\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\]/i.test(rest)

const ofEmails = (op: Operation["op"], rest: string, value: unknown): ReadonlyArray<Operation> => {
  const isOfValue = /(?:^|\])(?:\.value)?$/i.test(rest) || rest.toLowerCase() === ".value"
  if (!isKeptEmail(rest) || !isOfValue) return []
  if (op === "remove") return [{ op, path: "emails" }]
  const emails = typeof value === "string" ? [{ value }] : value
  return [{ op: "replace", path: "emails", value: oneEmail(emails) }]
}

const ofMembers = (op: Operation["op"], rest: string, value: unknown): ReadonlyArray<Operation> => {
  if (rest !== "" || value === undefined) return [{ op, path: `members${rest}`, value: valueOf("members", value) }]
  if (op !== "remove") return [{ op, path: "members", value: valueOf("members", value) }]
  // Whose id is no id of ours is no member; its letters must not become a filter.
  return memberIds(value)
    .filter((id): id is string => typeof id === "string" && hashedIdForm.test(id))
    .map((id) => ({ op, path: `members[value eq "${id}"]` }))
}

const stepsOf = (kind: ScimKind, op: Operation["op"], path: string, value: unknown): ReadonlyArray<Operation> => {
  const place = placeOf(kind, path)
  if (place === undefined) return []
  const { attribute, rest } = place
  if (attribute === "emails") return ofEmails(op, rest, value)
  if (attribute === "members") return ofMembers(op, rest, op === "remove" && rest !== "" ? undefined : value)
  if (attribute === "name" && rest === "" && isObject(value))
    return Object.entries(value).flatMap(([part, one]) => stepsOf(kind, op, `name.${part}`, one))
  if (attribute === "name" && rest !== "" && !/^\.(?:formatted|givenName|familyName)$/.test(rest)) return []
  if (op === "remove" || value === null || value === "") return [{ op: "remove", path: `${attribute}${rest}` }]
  return [{ op, path: `${attribute}${rest}`, value: valueOf(attribute, value) }]
}

const opOf = (value: unknown): Operation["op"] | undefined =>
  (["add", "remove", "replace"] as const).find((one) => typeof value === "string" && value.toLowerCase() === one)

const operationFault = (at: number, what: string): ScimFault => ({
  status: 400,
  scimType: "invalidSyntax",
  detail: `Operation ${at + 1} ${what}`,
})

/**
 * The steps of a patch as they are applied. Directories send what the standard does not say: an operation with a
 * capital letter, booleans as text, a filter for an address that is not there, members to remove as a value, attributes
 * of other schemas. What is not kept is left out.
 */
export const patchOf = (kind: ScimKind, body: JsonObject): ReadonlyArray<Operation> | ScimFault => {
  const operations = body["Operations"]
  if (!Array.isArray(operations) || operations.length === 0)
    return { status: 400, scimType: "invalidSyntax", detail: "A patch has Operations, at least one." }
  const steps: Array<Operation> = []
  for (const [at, operation] of operations.entries()) {
    const op = isObject(operation) ? opOf(operation["op"]) : undefined
    if (op === undefined || !isObject(operation)) return operationFault(at, "is none of add, remove and replace.")
    const { path, value } = operation
    if (path !== undefined && typeof path !== "string") return operationFault(at, "has a path that is no text.")
    if (path === undefined && !isObject(value)) return operationFault(at, "has neither a path nor an object as value.")
    const parts: ReadonlyArray<readonly [string, unknown]> =
      path === undefined ? Object.entries(value as JsonObject) : [[path, value]]
    if (!parts.every(([one]) => isReadable(one)))
      return { status: 400, scimType: "invalidPath", detail: `Operation ${at + 1} has a path that cannot be read.` }
    steps.push(...parts.flatMap(([one, given]) => stepsOf(kind, op, one, given)))
  }
  return steps
}

type Named = {
  readonly displayName?: string
  readonly given?: string
  readonly family?: string
  readonly formatted?: string
}

const joined = ({ given, family }: Named): string =>
  [given, family]
    .filter((part) => part)
    .join(" ")
    .trim()

/**
 * What a person is called: as the directory displays them, else by the parts of their name, else by their user name.
 * A patch names one of these and leaves the others as they were: what changed counts.
 */
export const displayNameOf = (named: Named, userName: string, before?: Named): string => {
  const { displayName, formatted } = named
  if (before !== undefined && displayName === before.displayName) {
    if (formatted !== undefined && formatted !== before.formatted) return formatted
    const whole = joined(named)
    if (whole !== joined(before) && displayName === joined(before) && whole !== "") return whole
  }
  return displayName ?? formatted ?? (joined(named) || userName)
}
