import { Context, Effect, Layer, Stream } from "effect"
import { Renewal } from "#effects/Renewal.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"

/** A sign-in library that knows no one's page and renews every token to "new"; some of it may be put otherwise. */
export const fakeSignIn = (otherwise: Partial<Context.Service.Shape<typeof SignIn>> = {}) =>
  Layer.succeed(SignIn, {
    interactions: Stream.empty,
    answer: Effect.succeed(null),
    restore: () => Effect.succeed(null),
    redirect: () => Effect.never,
    renew: () => Effect.succeed("new"),
    inWindow: () => Effect.never,
    end: () => Effect.never,
    ...otherwise,
  })

/** A renewal that never asks anyone. */
export const silentRenewal = Layer.effect(
  Renewal,
  Effect.map(Token, ({ silently }) => Renewal.of({ refresh: silently })),
)
