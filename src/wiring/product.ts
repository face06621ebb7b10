import { chunk, codeOf } from "./chunks.ts"
import { makeSession, type HandsSource, type Session } from "./session.ts"

/** The product in one browser tab, made once by the front door: the session at once, the rest after first paint. */
export const makeProduct = () => {
  const hands = chunk(async () => {
    // What the hands stand on runs first, in a task of its own: in one piece a phone would stop for a quarter of a second.
    import("#effects/ApiClient.ts").catch(() => undefined)
    const { makeHands } = await import("./hands.ts")
    return makeHands(session)
  })
  const source: HandsSource = {
    load: async () => (await codeOf(hands)).ofSession,
    loaded: () => hands.code()?.ofSession,
  }
  const session: Session = makeSession(source)
  const inside = chunk(async () => {
    const [{ makeInside }, made] = await Promise.all([import("./Inside.tsx"), codeOf(hands)])
    return makeInside({ session, ...made })
  })
  return { session, source, inside }
}

export type Product = ReturnType<typeof makeProduct>
