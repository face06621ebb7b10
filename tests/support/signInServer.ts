import { createServer, type RequestListener } from "node:http"
import { once } from "node:events"
import { Effect, Layer, ManagedRuntime } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { noteClientAddress, trustedProxies } from "#server/identity/clientAddress.ts"
import { addUser } from "#server/administration/users/user.commands.ts"
import { systemContext } from "#server/handle.ts"
import type { NewPerson } from "#server/identity/createAccount.ts"
import { EmbeddedProvider } from "#server/identity/EmbeddedProvider.ts"
import { embeddedIdentity } from "#server/identity/IdentityConfig.ts"
import { hashPassword } from "#server/identity/passwords.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { signInLayer } from "#server/program/signIn.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "./embeddedDatabase.ts"
import { freePort } from "./runningApp.ts"

/** A database that outlives the servers opened on it; embedded unless said otherwise. */
export const openStore = async (database: typeof embeddedDatabase = embeddedDatabase) => {
  const runtime = ManagedRuntime.make(EventStore.layer.pipe(Layer.provideMerge(database)))
  const context = await runtime.context()
  return { context, runtime, close: () => runtime.dispose() }
}
export type Store = Awaited<ReturnType<typeof openStore>>

/** The real world's time of a test, in milliseconds ahead of it. */
export type Ahead = { millis: number }

/** Sign-in alone behind an HTTP server of its own, over a given database. */
export const startSignIn = async (
  store: Store,
  options: {
    readonly port?: number
    readonly ahead?: Ahead
    readonly demo?: boolean
    /** Proxies that name the client they ask for. */
    readonly trusted?: ReadonlyArray<string>
    /** Answers what is not sign-in's: the application of a test. */
    readonly otherwise?: RequestListener
  } = {},
) => {
  const port = options.port ?? (await freePort())
  const origin = `http://localhost:${port}`
  const { ahead = { millis: 0 } } = options
  const trusted = trustedProxies(options.trusted ?? [])
  const time = Layer.succeed(RealTime, () => Date.now() + ahead.millis)
  const layer = signInLayer({
    identity: embeddedIdentity({ publicUrl: origin }),
    smtp: undefined,
    demo: options.demo ?? true,
  })
  const runtime = ManagedRuntime.make(
    layer.pipe(Layer.provideMerge(Layer.mergeAll(Layer.succeedContext(store.context), time))),
  )
  const handlers = await runtime.runPromise(
    Effect.gen(function* () {
      return [yield* EmbeddedProvider, yield* Mailbox]
    }),
  )
  const server = createServer((request, response) => {
    noteClientAddress(request, trusted)
    if (handlers.some(({ handle }) => handle(request, response))) return
    if (options.otherwise === undefined) response.writeHead(404).end("not here")
    else options.otherwise(request, response)
  }).listen(port, "localhost")
  await once(server, "listening")
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await runtime.dispose()
  }
  return { origin, port, runtime, close }
}
export type SignInServer = Awaited<ReturnType<typeof startSignIn>>

/** The password of everyone in these tests. */
export const password = "Right-Password-1!"

/** A company with a running contract, and people in it. */
export const makeCompany = Effect.fnUntraced(function* (
  people: ReadonlyArray<Omit<NewPerson, "companyId" | "password">>,
) {
  const database = yield* Database
  yield* database.everyCompany(
    database.sql`insert into companies (company_id, hashed_id, name, code, timezone) values (1, 'abcdefghabcdefgh', 'Test Clinic', 'TEST', 'America/New_York')`,
  )
  const hash = yield* hashPassword(password)
  yield* Effect.forEach(people, (person) =>
    addUser(systemContext(CompanyId.make(1), "test"), { ...person, companyId: CompanyId.make(1), password: { hash } }),
  )
  return yield* Accounts
})
