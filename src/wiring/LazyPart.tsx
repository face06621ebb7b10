import { useSelector } from "@xstate/react"
import { useDeferredValue, useEffect, useRef, useState, type ComponentType } from "react"
import type { ChunkEvent, ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { ChunkView } from "#views/session/ChunkView.tsx"
import { chunk, preloadChunk, type Chunk } from "./chunks.ts"
import { ReportProblem } from "./ReportProblem.tsx"

const useChunk = ({ actor }: Chunk<unknown>) => {
  useEffect(() => {
    actor.start()
    actor.send({ type: "code.wanted" })
    return () => actor.send({ type: "code.unwanted" })
  }, [actor])
  return { snapshot: useSelector(actor, (seen) => seen), send: (event: ChunkEvent) => actor.send(event) }
}

type Meanwhile = ComponentType<Seen<ChunkSnapshot, ChunkEvent>>

const lazily =
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

/** How far below the screen a piece counts as near, so that it is there when someone gets to it. */
const nearby = "100px"

/** Whether a place was on the screen or near it, or is to be printed. */
const useReached = () => {
  const place = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const reach = (): void => setReached(true)
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && reach(), {
      rootMargin: nearby,
    })
    watcher.observe(element)
    addEventListener("beforeprint", reach)
    return () => {
      watcher.disconnect()
      removeEventListener("beforeprint", reach)
    }
  }, [])
  return { place, reached }
}

/**
 * A piece of a page whose code loads once someone gets to its place, which is kept for it.
 * @param Meanwhile what the chunk's chart says until then, and where the code does not come: the page stays as it is.
 */
export const lazyPiece = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: Meanwhile,
): ComponentType<P> => {
  const piece = chunk(load, { reloads: false })
  const Piece = lazily(piece, Meanwhile)
  return (props: P) => {
    const { place, reached } = useReached()
    return (
      <div ref={place} className="piece">
        {reached ? <Piece {...props} /> : <Meanwhile snapshot={piece.actor.getSnapshot()} send={piece.actor.send} />}
      </div>
    )
  }
}

/** Something the page can do without: nothing is drawn, and nothing said, where its code does not come. */
export const lazyExtra = (load: () => Promise<ComponentType>): ComponentType => {
  const extra = chunk(load, { reloads: false })
  return () => {
    useChunk(extra)
    const Code = extra.code()
    return Code === undefined ? null : <Code />
  }
}
