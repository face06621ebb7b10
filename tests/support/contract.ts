import { Clock, Context, Deferred, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi } from "effect/http-api"
import { NodeHttpServer } from "@effect/platform-node"
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose"
import { afterAll, beforeAll } from "vitest"
import { policy, type Call, type UserType } from "#schemas/access.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import { Api } from "#schemas/api.ts"
import { campaignCommandsLayer } from "#server/outreach/campaigns/campaign.commands.ts"
import { twilioVoiceCarrier } from "#server/delivery/calls/TwilioVoiceCarrier.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { LiveCounts } from "#server/delivery/LiveCounts.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { invitationsLayer } from "#server/administration/users/invitation.commands.ts"
import { scimLayer } from "#server/administration/directory/scim.http.ts"
import { addUser } from "#server/administration/users/user.commands.ts"
import { systemContext } from "#server/handle.ts"
import { Demo } from "#server/demo/Demo.ts"
import { SimulatedPhones } from "#server/demo/SimulatedPhones.ts"
import { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { Feed } from "#server/http/Feed.ts"
import { Listener } from "#server/http/Listener.ts"
import { embeddedIdentity, Identity } from "#server/identity/IdentityConfig.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { byTokenAlone, TokenVerifier, verifyWith } from "#server/identity/TokenVerifier.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { importLogLayer } from "#server/people/imports/import.commands.ts"
import { contractLayer } from "#server/program/contract.ts"
import { carrierSoundsLayer } from "#server/outreach/sounds/carrierSounds.http.ts"
import { calendarFeedLayer } from "#server/scheduling/calendar/calendarFeed.http.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { Translator } from "#server/translation/Translator.ts"
import { seededDemo } from "./seededDemo.ts"
import { CompanyId } from "#schemas/ids.ts"

const issuer = "https://tenant.example/v2.0/"
const rules = {
  issuer,
  audience: "the-api",
  scopes: ["user.read"],
  subjectClaim: "sub" as const,
  accountIssuer: "tests",
}

/** Where the pages of the contract's server are. */
export const pagesOrigin = "https://pages.example"

/** Every access id there is. */
export const allIds: ReadonlyArray<number> = Array.from({ length: 17 }, (_, index) => index + 1)

const isByLink = (call: Call): boolean => (policy[call] as PolicyRow).byLink === true

/** Every call of the contract, with how it is sent. */
const allEndpoints: ReadonlyArray<{ readonly call: Call; readonly method: string; readonly path: string }> = (() => {
  const found: Array<{ readonly call: Call; readonly method: string; readonly path: string }> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) =>
      found.push({
        call: `${group.identifier}.${endpoint.identifier}` as Call,
        method: endpoint.method,
        path: endpoint.path,
      }),
  })
  return found
})()

/** The calls of people who sign in, and those that patients make by their link. */
export const endpoints = allEndpoints.filter(({ call }) => !isByLink(call))
export const patientEndpoints = allEndpoints.filter(({ call }) => isByLink(call))

/** A request of one call; an object as body is sent as JSON, a text as it is. */
export type Asked = {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: object | string | null
  readonly headers?: Readonly<Record<string, string>>
}

const keys = Effect.promise(async () => {
  const [ours, theirs] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")]
  const published = createLocalJWKSet({ keys: [{ ...(await exportJWK(ours.publicKey)), kid: "key" }] })
  const signed = (key: CryptoKey) => (subject: string, ids: ReadonlyArray<number>) =>
    new SignJWT({ scp: "user.read", Roles: ids.join(","), sid: "session" })
      .setProtectedHeader({ alg: "RS256", kid: "key" })
      .setIssuer(issuer)
      .setAudience(rules.audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(key)
  return { published, token: signed(ours.privateKey), forged: signed(theirs.privateKey) }
})

/** Someone of a company, whose record holds every access id: the token says which are in force. */
export const subjectOf = (companyId: CompanyId, userType: UserType): string => `company-${companyId}-type-${userType}`

const makeAccounts = Effect.gen(function* () {
  for (const companyId of [1, 2, 3].map((id) => CompanyId.make(id))) {
    for (const userType of [1, 2, 3] as const) {
      const subject = subjectOf(companyId, userType)
      yield* addUser(systemContext(companyId, "test"), {
        companyId,
        issuer: rules.accountIssuer,
        subject,
        email: `${subject}@example.test`,
        displayName: subject,
        userType,
        accessIds: allIds,
      })
    }
  }
})

const listener = Layer.effect(
  Listener,
  Effect.map(Deferred.make<void>(), (stopping) => Listener.of({ stopping, serve: () => Effect.void })),
)

/** What stands in for a part of the program. */
type Replaced = {
  readonly replaced?: Layer.Layer<never>
  readonly cards?: Layer.Layer<CardProcessor>
  readonly voice?: Layer.Layer<VoiceCarrier>
  readonly translator?: Layer.Layer<Translator>
}

/** A carrier that is never reached. */
const noVoiceCarrier = twilioVoiceCarrier({
  accountSid: `AC${"0".repeat(32)}`,
  authToken: Redacted.make(""),
  apiBase: "http://127.0.0.1:9",
})

/**
 * The whole contract in this process, as the program composes it, on a fresh
 * embedded database with a small demo in it; only the phones are missing. Gives
 * what sends requests, what makes tokens, and the database. Ends with the scope.
 */
const openContract = Effect.fnUntraced(function* ({ replaced, cards, voice, translator }: Required<Replaced>) {
  const { published, token, forged } = yield* keys
  const store = yield* Layer.build(seededDemo)
  // Invitations of the demo are open for some days from its seeding day, whatever day the tests run on.
  const realTime = () => Context.get(store, Clock.Clock).currentTimeMillisUnsafe()
  const time = Layer.merge(Layer.succeed(RealTime, realTime), replaced)
  const services = Layer.mergeAll(
    Layer.succeed(TokenVerifier, byTokenAlone(verifyWith(published, rules, Date.now))),
    Layer.succeed(Identity, embeddedIdentity({ publicUrl: pagesOrigin })),
    SignInAudit.layer,
    invitationsLayer,
    Mailer.mailbox(Date.now),
    Demo.layer,
    Feed.layer,
    SendGate.layer,
    LiveCounts.layer,
    campaignCommandsLayer,
    importLogLayer,
    SimulatedPhones.layerNone,
    Speech.layer,
    translator,
    listener,
    cards,
    voice,
  ).pipe(Layer.provide(time), Layer.provideMerge(Layer.succeedContext(store)))
  yield* Effect.provideContext(makeAccounts, store)
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() =>
      HttpRouter.toWebHandler(
        Layer.mergeAll(contractLayer, calendarFeedLayer, carrierSoundsLayer, scimLayer).pipe(
          Layer.provideMerge(services),
          Layer.provideMerge(NodeHttpServer.layerHttpServices),
          Layer.provide(time),
        ),
        { disableLogger: true },
      ),
    ),
    ({ dispose }) => Effect.promise(dispose),
  )

  const send = (
    call: Call,
    bearer: string | undefined,
    { query = {}, body, headers = {} }: Asked,
  ): Promise<Response> => {
    const endpoint = allEndpoints.find((one) => one.call === call)
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const isForm = body instanceof FormData
    return handler(
      new Request(`http://localhost${endpoint?.path}?${search}`, {
        method: endpoint?.method ?? "GET",
        headers: {
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    )
  }
  /** Asks at an address outside the contract. */
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    handler(new Request(`http://localhost${path}`, init))
  /** Reads an address outside the contract, as a stranger. */
  const read = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    ask(path, { headers })
  /** Runs an effect on the same database, at the time that the contract goes by. */
  const run = <A>(effect: Effect.Effect<A, unknown, Layer.Success<typeof seededDemo>>): Promise<A> =>
    Effect.orDie(effect).pipe(
      Effect.provideService(RealTime, realTime),
      Effect.provideContext(store),
      Effect.runPromise,
    )
  const sql = <A>(ask: (database: Database["Service"]) => Effect.Effect<A, unknown>): Promise<A> =>
    run(Effect.flatMap(Database, ask))
  return { send, ask, read, token, forged, sql, run }
})
export type Contract = Effect.Success<ReturnType<typeof openContract>>

/**
 * Opens the contract for the tests of one file, and closes it after them; gives what reads it.
 * @param replaced what stands in for a reference such as the real world's time
 * @param cards where cards are typed
 * @param voice the carrier of calls
 * @param translator who translates
 */
export const contractOfThisFile = ({
  replaced = Layer.empty,
  cards = CardProcessor.layerNone,
  voice = noVoiceCarrier,
  translator = Translator.layer,
}: Replaced = {}): (() => Contract) => {
  let opened: { readonly contract: Contract; readonly scope: Scope.Closeable } | undefined
  beforeAll(async () => {
    const scope = await Effect.runPromise(Scope.make())
    opened = {
      scope,
      contract: await Effect.runPromise(Scope.provide(openContract({ replaced, cards, voice, translator }), scope)),
    }
  })
  afterAll(async () => {
    if (opened !== undefined) await Effect.runPromise(Scope.close(opened.scope, Exit.void))
  })
  return () => {
    if (opened === undefined) throw new Error("The contract is not open yet.")
    return opened.contract
  }
}
