import type { Contract } from "./contract.ts"

/** A thing as SCIM answers it, as far as tests look at it. */
export type ScimThing = {
  readonly id: string
  readonly externalId?: string
  readonly userName?: string
  readonly displayName: string
  readonly active?: boolean
  readonly name?: Readonly<Record<string, string>>
  readonly emails?: ReadonlyArray<{ readonly value: string; readonly type: string; readonly primary: boolean }>
  readonly members?: ReadonlyArray<{ readonly value: string }>
  readonly meta: { readonly resourceType: string; readonly location: string; readonly version?: string }
}

/** A list, or why something was not done. */
export type ScimAnswer<A> = {
  readonly status: number
  readonly headers: Headers
  readonly body: A
}
export type ScimList = {
  readonly schemas: ReadonlyArray<string>
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: ReadonlyArray<ScimThing>
}
export type ScimError = {
  readonly schemas: ReadonlyArray<string>
  readonly status: string
  readonly scimType?: string
  readonly detail: string
}

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group"
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp"

/** A client written from RFC 7644, which knows nothing of this server but its address and a token. */
export const scimClient = (contract: () => Contract, token: () => string | undefined) => {
  const call = async <A = ScimThing>(
    method: string,
    path: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimAnswer<A>> => {
    const bearer = token()
    const answer = await contract().ask(`/scim/v2${path}`, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: (text === "" ? undefined : JSON.parse(text)) as A }
  }
  const listAt = (path: string, query: Readonly<Record<string, string | number>> = {}) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return call<ScimList>("GET", `${path}?${search}`)
  }
  return {
    call,
    list: listAt,
    addUser: (user: object) => call("POST", "/Users", { schemas: [userSchema], ...user }),
    addGroup: (group: object) => call("POST", "/Groups", { schemas: [groupSchema], ...group }),
    replaceUser: (id: string, user: object) => call("PUT", `/Users/${id}`, { schemas: [userSchema], ...user }),
    patch: (path: string, ...operations: ReadonlyArray<object>) =>
      call("PATCH", path, { schemas: [patchSchema], Operations: operations }),
    user: async (id: string) => (await call("GET", `/Users/${id}`)).body,
    group: async (id: string) => (await call("GET", `/Groups/${id}`)).body,
    /** Why something was not done. */
    refused: async (method: string, path: string, body?: object | string) => {
      const { status, body: error } = await call<ScimError>(method, path, body)
      return { status, scimType: error?.scimType, schemas: error?.schemas, said: error?.status }
    },
  }
}
