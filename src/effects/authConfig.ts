import { Effect, Schema } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { AuthConfig } from "#schemas/session/authConfig.ts"
import { unreachable } from "#schemas/session/problems.ts"

const read = async (): Promise<AuthConfig> => {
  const response = await fetch("/auth-config.json", { headers: { accept: "application/json" } })
  if (!response.ok) throw new Error(`The settings of sign-in answered ${response.status}.`)
  return Schema.decodeUnknownPromise(AuthConfig)(await response.json())
}

let reading: Promise<AuthConfig> | null = null

/**
 * What the server says of sign-in and of its own address (`GET /auth-config.json`),
 * read once for all who ask. Rejects when it could not be read, and is then read
 * anew at the next call.
 */
export const readAuthConfig = (): Promise<AuthConfig> =>
  (reading ??= read().catch((error: unknown) => {
    reading = null
    throw error
  }))

/** Where the calls of the contract go, by the server's settings: its origin. */
export const apiBase: Effect.Effect<string, Problem> = Effect.map(
  Effect.tryPromise({ try: readAuthConfig, catch: unreachable }),
  (config) => config.apiBase,
)
