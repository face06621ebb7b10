import { ByteSize, Effect, Exit, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { limits } from "#schemas/constants.ts"
import { scimPath } from "#schemas/administration/directory.ts"
import { hashedIdForm } from "#schemas/ids.ts"
import { isProblem, notFound, problem } from "#schemas/problem.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { jsonFault } from "#server/http/body.rule.ts"
import type { Accounts } from "#server/identity/Accounts.ts"
import { makeAddressThrottle } from "#server/identity/addressThrottle.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import type { DirectoryCaller } from "./directoryPerson.commands.ts"
import { lockDirectoryGroup } from "./directoryGroup.commands.ts"
import { lockDirectory } from "./directoryPerson.queries.ts"
import { answerFailure, answerList, answerNothing, answerThing, refuse, tagOf } from "./scimAnswers.http.ts"
import { callerOf } from "./scimCaller.http.ts"
import { attributesOf, queryFault, scimList } from "./scimLists.http.ts"
import { scim, type ScimContext, type ScimServices } from "./scimResources.http.ts"
import { isObject, keptOf, patchOf, type JsonObject, type ScimKind } from "./scim.rule.ts"

type Asked = {
  readonly caller: DirectoryCaller
  readonly origin: string
  readonly kind: ScimKind
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  readonly ifMatch: string | undefined
}

const invalidSyntax = (detail: string) => Effect.fail({ status: 400, scimType: "invalidSyntax", detail } as const)

const readBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* request.text.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limits.bodyBytes)),
    Effect.mapError(() => problem("TooLarge", "The body is too large, or it broke off.")),
  )
  const fault = jsonFault(text)
  if (fault !== undefined) return yield* Effect.fail(fault)
  const body = yield* Effect.try({ try: () => JSON.parse(text) as unknown, catch: () => undefined }).pipe(
    Effect.catch(() => invalidSyntax("The body is no JSON.")),
  )
  return isObject(body) ? body : yield* invalidSyntax("The body is no JSON object.")
})

/** Runs a step of the library, whose handlers run our effects in the transaction that is open here. */
const throughLibrary = Effect.fnUntraced(function* <A>(
  caller: DirectoryCaller,
  step: (ctx: ScimContext) => Promise<A>,
) {
  const services = yield* Effect.context<ScimServices>()
  const ctx: ScimContext = { caller, run: (effect) => Effect.runPromiseExitWith(services)(effect) }
  const done = yield* Effect.exit(Effect.tryPromise({ try: () => step(ctx), catch: (failure) => failure }))
  if (Exit.isSuccess(done)) return done.value
  if (ctx.failed !== undefined) return yield* Effect.failCause(ctx.failed.cause)
  return yield* Effect.failCause(done.cause)
})

const resourceOf = ({ kind, id, query }: Asked) => {
  const Resource = scim.Resources[kind === "Users" ? "User" : "Group"]
  return id === "" ? new Resource(attributesOf(query) as never) : new Resource(id, attributesOf(query))
}

const wholeOf = (asked: Asked) =>
  throughLibrary(asked.caller, (ctx) => resourceOf({ ...asked, query: {} }).read(ctx) as Promise<object>)

/** Fails where the thing is another by now than the caller has seen (`If-Match`). */
const refuseStale = Effect.fnUntraced(function* (asked: Asked) {
  if (asked.ifMatch === undefined || asked.ifMatch.trim() === "*") return
  const tag = tagOf({ ...(yield* wholeOf(asked)) })
  if (!asked.ifMatch.split(",").some((one) => one.trim() === tag))
    yield* Effect.fail({ status: 412, detail: "Someone changed this first. Read it again." } as const)
})

/**
 * One transaction for all of a request; it begins again where someone else changed the same thing meanwhile. The fiber
 * of the library works in it, so a caller who hangs up must not end it underneath.
 */
const changing = Effect.fnUntraced(function* <A, E>(asked: Asked, effect: Effect.Effect<A, E, ScimServices>) {
  const { everyCompany } = yield* Database
  const { actingCompanyId } = asked.caller
  // The library writes a group as it read it, so no one may put people into it in between.
  const lock = Effect.andThen(
    lockDirectory(actingCompanyId),
    asked.kind === "Groups" && asked.id !== "" ? lockDirectoryGroup(actingCompanyId, asked.id) : Effect.void,
  )
  return yield* Effect.uninterruptible(
    Effect.retry(everyCompany(Effect.andThen(lock, effect)), {
      times: 3,
      while: (failure) => isProblem(failure) && failure.problem === "StaleVersion",
    }),
  )
})

/** What is changed is read whole: the library writes what it read, so an attribute left out would be taken away. */
const wholeResourceOf = (asked: Asked) => resourceOf({ ...asked, query: {} })

const read = Effect.fnUntraced(function* (asked: Asked, known: string | undefined) {
  const whole = yield* wholeOf(asked)
  const tag = tagOf({ ...whole })
  if (known?.split(",").some((one) => one.trim() === tag) === true) return { status: 304 as const, tag }
  const shown = yield* throughLibrary(asked.caller, (ctx) => resourceOf(asked).read(ctx) as Promise<object>)
  return { status: 200 as const, tag, shown }
})

const write = (asked: Asked, body: JsonObject) =>
  changing(
    asked,
    Effect.gen(function* () {
      if (asked.id !== "") yield* refuseStale(asked)
      const kept = keptOf(asked.kind, body)
      return yield* throughLibrary(asked.caller, (ctx) => wholeResourceOf(asked).write(kept, ctx) as Promise<object>)
    }),
  )

const patch = Effect.fnUntraced(function* (asked: Asked, body: JsonObject) {
  const steps = patchOf(asked.kind, body)
  if (!Array.isArray(steps)) return yield* Effect.fail(steps)
  const message = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: steps }
  return yield* changing(
    asked,
    Effect.gen(function* () {
      yield* refuseStale(asked)
      if (steps.length === 0) return void (yield* wholeOf(asked))
      return yield* throughLibrary(
        asked.caller,
        (ctx) => wholeResourceOf(asked).patch(message as never, ctx) as Promise<object | undefined>,
      )
    }),
  )
})

const remove = (asked: Asked) =>
  changing(
    asked,
    Effect.andThen(
      refuseStale(asked),
      throughLibrary(asked.caller, (ctx) => resourceOf(asked).dispose(ctx)),
    ),
  )

const notThere = refuse({ status: 404, detail: "There is nothing at this address." })

const ofThings = Effect.fnUntraced(function* (asked: Asked, method: string, known: string | undefined) {
  const { origin, kind, id, caller, query } = asked
  const fault = queryFault(query)
  if (fault !== undefined) return yield* Effect.fail(fault)
  if (id === "") {
    if (method === "GET") return answerList(origin, yield* scimList(kind, caller.actingCompanyId, query))
    if (method === "POST") {
      const made = yield* write(asked, yield* readBody)
      return answerThing(origin, 201, made, tagOf({ ...made }))
    }
    return refuse({ status: 405, detail: "A list is read, or added to." }, { allow: "GET, POST" })
  }
  if (!hashedIdForm.test(id)) return yield* Effect.fail(notFound())
  if (method === "GET") {
    const answer = yield* read(asked, known)
    return answer.status === 304
      ? answerThing(origin, 304, {}, answer.tag)
      : answerThing(origin, 200, answer.shown, answer.tag)
  }
  if (method === "PUT") {
    const saved = yield* write(asked, yield* readBody)
    return answerThing(origin, 200, saved, tagOf({ ...saved }))
  }
  if (method === "PATCH") {
    const saved = yield* patch(asked, yield* readBody)
    return saved === undefined ? answerNothing : answerThing(origin, 200, saved, tagOf({ ...saved }))
  }
  if (method === "DELETE") return yield* Effect.as(remove(asked), answerNothing)
  return refuse(
    { status: 405, detail: "This is read, replaced, patched or deleted." },
    { allow: "GET, PUT, PATCH, DELETE" },
  )
})

/** What this service answers about itself before a directory asks for anything. */
const described = Effect.fnUntraced(function* (origin: string, kind: string, id: string, query: Asked["query"]) {
  if (query["filter"] !== undefined) return refuse({ status: 403, detail: "This list takes no filter." })
  const { ServiceProviderConfig, ResourceType, Schema } = scim.Resources
  const read = (resource: { read: () => Promise<object> }) =>
    Effect.tryPromise({ try: () => resource.read(), catch: (failure) => failure })
  if (kind === "ServiceProviderConfig" && id === "")
    return answerThing(origin, 200, yield* read(new ServiceProviderConfig()), undefined)
  const Resource = kind === "ResourceTypes" ? ResourceType : Schema
  const found = yield* read(id === "" ? new Resource() : new Resource(id))
  return "Resources" in found
    ? answerList(origin, found as { readonly Resources: ReadonlyArray<object> })
    : answerThing(origin, 200, found, undefined)
})

const describedKinds: ReadonlyArray<string> = ["ServiceProviderConfig", "ResourceTypes", "Schemas"]

const partsOf = (url: string) => {
  const [path = "", search = ""] = url.split("?", 2)
  const [kind = "", id = "", ...more] = path.slice(scimPath.length + 1).split("/")
  // The ids of schemas have colons, which some callers escape.
  const plainId = id.replaceAll(/%3a/gi, ":")
  return { kind, id: plainId, isDeeper: more.length > 0, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Users and groups as a company's own directory keeps them, by SCIM 2.0 (docs/decisions/076-directory.md). */
export const scimLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Accounts | ScimServices>()
    const { origin } = new URL(yield* PublicUrl)
    const throttle = makeAddressThrottle(yield* RealTime)
    const rates = yield* CallRates
    const answer = Effect.gen(function* () {
      const { url, method, headers } = yield* HttpServerRequest.HttpServerRequest
      const found = yield* callerOf(headers, throttle)
      if (found.refusal !== undefined) return found.refusal
      yield* rates.count(method === "GET" ? "ask" : "write", `directory ${found.caller.directoryTokenId}`)
      const { kind, id, isDeeper, query } = partsOf(url)
      if (isDeeper) return notThere
      if (describedKinds.includes(kind))
        return method === "GET"
          ? yield* described(origin, kind, id, query)
          : refuse({ status: 405, detail: "This is read only." })
      if (kind !== "Users" && kind !== "Groups") return notThere
      const asked = { caller: found.caller, origin, kind, id, query, ifMatch: headers["if-match"] } as const
      return yield* ofThings(asked, method, headers["if-none-match"])
    }).pipe(Effect.catchCause(answerFailure), Effect.provideContext(services))
    yield* router.add("*", `${scimPath}/*`, answer)
  }),
).pipe(Layer.provide(CallRates.layer))
