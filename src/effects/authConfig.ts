import { Effect, Schema } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { AuthConfig } from "#schemas/session/authConfig.ts"
import { unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import { problemOfAnswer } from "./answers.ts"
import { askSettings, clearSettings } from "./settings.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(AuthConfig))

const read: Effect.Effect<AuthConfig, Problem> = Effect.gen(function* () {
  const { ok, ...answer } = yield* Effect.tryPromise({ try: askSettings, catch: unreachable })
  if (ok) return yield* Effect.mapError(decode(answer.body), unexpectedAnswer)
  return yield* Effect.flatMap(problemOfAnswer(answer), Effect.fail)
})

let reading: Promise<AuthConfig> | null = null
let known: AuthConfig | null = null

/**
 * What the server says of sign-in and of its own address (`GET /auth-config.json`),
 * read once for all who ask. Rejects with a Problem when it could not be read, and is
 * then read again at the next call.
 */
export const readAuthConfig = (): Promise<AuthConfig> =>
  (reading ??= Effect.runPromise(Effect.tap(read, (config) => Effect.sync(() => void (known = config)))).catch(
    (error: unknown) => {
      reading = null
      clearSettings()
      throw error
    },
  ))

/** Whether this is the demo, as far as the server was heard: it is once someone is signed in. */
export const isDemo = (): boolean => known?.demo !== undefined

/** Whether there is a key for the maps service, as far as the server was heard. */
export const knowsMapsKey = (): boolean => known?.mapsKey !== undefined

/** Where people change their password and second factor, as far as the server was heard; undefined where it names no place. */
export const accountUrl = (): string | undefined => known?.accountUrl

/** Where the calls of the contract go, by the server's settings: its origin. */
export const apiBase: Effect.Effect<string, Problem> = Effect.map(
  Effect.tryPromise({ try: readAuthConfig, catch: (problem) => problem as Problem }),
  (config) => config.apiBase,
)
