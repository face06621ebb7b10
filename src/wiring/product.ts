import { chunk, codeOf } from "./chunks.ts"
import { reloadAnyway } from "./leaving.ts"
import { makeSession, type ServicesSource, type Session } from "./session.ts"

/** The product in one browser tab, made once by the front door: the session at once, the rest after first paint. */
export const makeProduct = () => {
  const services = chunk(async () => {
    // What the services stand on runs first, in a task of its own: in one piece a phone would stop for a quarter of a second.
    import("#effects/ApiClient.ts").catch(() => undefined)
    const { makeServices } = await import("./services.ts")
    return makeServices(session)
  })
  const source: ServicesSource = {
    load: async () => (await codeOf(services)).ofSession,
    loaded: () => services.code()?.ofSession,
  }
  const session: Session = makeSession(source)
  const inside = chunk(async () => {
    const [{ makeInside }, made] = await Promise.all([import("./Inside.tsx"), codeOf(services)])
    // Services come in the same file: a session that gave up for their sake knows who is here only when it begins again.
    const { expected, problem } = session.getSnapshot().context
    if (expected && problem?.problem === "ChunkLoadError") reloadAnyway()
    return makeInside({ session, ...made })
  })
  return { session, source, inside }
}

export type Product = ReturnType<typeof makeProduct>
