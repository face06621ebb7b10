import { lazy, type ComponentType, type LazyExoticComponent } from "react"
import { chunkTimeoutMillis } from "#schemas/constants.ts"

/** The code of a page could not be loaded: gone after a new release, stalled, or offline (spec §8, §9). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError"
}

const stalled = (): Promise<never> =>
  new Promise((_resolve, reject) =>
    setTimeout(() => reject(new ChunkLoadError("The page's code did not arrive in time.")), chunkTimeoutMillis),
  )

/** A page whose code loads when it is first shown: `lazyPage(() => import("./x.tsx").then(({ XPage }) => XPage))`. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const loaded = load().catch((error: unknown) => {
      throw new ChunkLoadError("The page's code could not be loaded.", { cause: error })
    })
    return { default: await Promise.race([loaded, stalled()]) }
  })
