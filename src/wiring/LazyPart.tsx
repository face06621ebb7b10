import { useSelector } from "@xstate/react"
import { useDeferredValue, useEffect, type ComponentType } from "react"
import type { ChunkEvent, ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { ChunkView } from "#views/session/ChunkView.tsx"
import { chunk, preloadChunk, type Chunk } from "./chunks.ts"
import { ReportProblem } from "./ReportProblem.tsx"

const useChunk = ({ actor }: Chunk<unknown>) => {
  useEffect(() => {
    actor.start()
    actor.send({ type: "chunk.requested" })
    return () => actor.send({ type: "chunk.released" })
  }, [actor])
  return { snapshot: useSelector(actor, (seen) => seen), send: (event: ChunkEvent) => actor.send(event) }
}

type Meanwhile = ComponentType<Seen<ChunkSnapshot, ChunkEvent>>

/** Draws a chunk's component once it is there, and until then what its chart says. */
export const lazily =
  <P extends object>(part: Chunk<ComponentType<P>>, Meanwhile: Meanwhile): ComponentType<P> =>
  (props: P) => {
    const seen = useChunk(part)
    const Code = part.code()
    const isLoaded = seen.snapshot.matches("loaded")
    // Drawn in one piece, a page that comes would stop a phone for a third of a second.
    const isDrawn = useDeferredValue(isLoaded)
    return Code !== undefined && isLoaded && isDrawn ? <Code {...props} /> : <Meanwhile {...seen} />
  }

/**
 * A component whose code is a chunk: draws it once it is there, and until then
 * what the chunk's chart says, on a sheet of its own or `within` the layout.
 */
export const lazyPart = <P extends object>(
  part: Chunk<ComponentType<P>>,
  where: { readonly within: boolean },
): ComponentType<P> => lazily(part, (seen) => <ChunkView {...seen} {...where} report={<ReportProblem />} />)

/** A page whose code loads when it is first shown, or ahead of that by `preload`. */
export const lazyPage = (load: () => Promise<ComponentType>) => {
  const part = chunk(load)
  return { Page: lazyPart(part, { within: true }), preload: (): void => preloadChunk(part) }
}

/** Something the page can do without: nothing is drawn, and nothing said, where its code does not come. */
export const lazyExtra = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const extra = chunk(load, { reloads: false })
  return (props: P) => {
    useChunk(extra)
    const Code = extra.code()
    return Code === undefined ? null : <Code {...props} />
  }
}
