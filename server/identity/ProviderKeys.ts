import { Context, Effect, Layer } from "effect"
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from "jose"
import { randomBytes, randomUUID } from "node:crypto"
import { Database } from "#server/store/Database.ts"

type Keys = {
  /** Private signing keys of the embedded provider. */
  readonly signing: { readonly keys: ReadonlyArray<JWK> }
  /** Secrets that sign the provider's cookies. */
  readonly cookies: ReadonlyArray<string>
  /** The key that encrypts the secrets of authenticator apps. */
  readonly factors: string
}

const signingKey = Effect.promise(async () => {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: "sig", alg: "RS256" }
})

/** The public half of a signing key: its private members never leave this file but for the provider. */
const publicHalf = ({ kty, n, e, kid, use, alg }: JWK): JWK => ({ kty, n, e, kid, use, alg }) as JWK

/** Reads a stored secret; makes it when absent. Of several processes that make it at once, the first one's stays. */
const stored = Effect.fnUntraced(function* <A>(name: string, make: Effect.Effect<A>) {
  const { sql } = yield* Database
  const read = sql<{ value: A }>`select value from idp_keys where name = ${name}`
  const [found] = yield* read
  if (found !== undefined) return found.value
  const made = yield* make
  yield* sql`insert into idp_keys (name, value) values (${name}, ${sql.json(made)}) on conflict (name) do nothing`
  const [kept] = yield* read
  return kept?.value ?? made
})

/** The embedded provider's keys, kept in the database so that tokens and sessions outlive a restart. */
export class ProviderKeys extends Context.Service<ProviderKeys, Keys & { readonly publicKeys: JSONWebKeySet }>()(
  "admin-view/identity/ProviderKeys",
) {
  static readonly layer = Layer.effect(
    ProviderKeys,
    Effect.gen(function* () {
      const signing = yield* stored(
        "signing",
        Effect.map(signingKey, (key) => ({ keys: [key] as ReadonlyArray<JWK> })),
      )
      const cookies = yield* stored(
        "cookies",
        Effect.sync((): ReadonlyArray<string> => [randomBytes(32).toString("base64url")]),
      )
      const factors = yield* stored(
        "factors",
        Effect.sync(() => randomBytes(32).toString("base64url")),
      )
      return ProviderKeys.of({ signing, cookies, factors, publicKeys: { keys: signing.keys.map(publicHalf) } })
    }).pipe(Effect.orDie),
  )
}
