import { createActor, fromPromise, waitFor, type ActorRefFrom } from "xstate"
import { reachServer } from "#effects/reachServer.ts"
import { chunkMachine } from "#machines/session/chunk.machine.ts"
import { chunkLoadError } from "#schemas/session/chunkProblem.ts"

const reloadedKey = "reloadedReleases"

/** The release this page is of: its entry's address holds a hash of everything behind it. */
const release = (): string => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ""

/** The releases that reloaded this tab already; throws where that cannot be remembered. */
const reloaded = (): ReadonlyArray<string> => {
  const kept = sessionStorage.getItem(reloadedKey) ?? ""
  sessionStorage.setItem(reloadedKey, kept)
  return kept.split(" ").filter((one) => one !== "")
}

/** Whether this release may reload the page: not twice, and never where nobody would remember it. */
const mayReload = (): boolean => {
  try {
    return !reloaded().includes(release())
  } catch {
    return false
  }
}

const reload = (): void => {
  try {
    sessionStorage.setItem(reloadedKey, [...new Set([...reloaded(), release()])].slice(-10).join(" "))
  } catch {
    // Only a person's Retry comes here then, and a person does not loop.
  }
  location.reload()
}

/** A part of the product that loads when it is needed: its running chart, and its code once that is there. */
export type Chunk<T> = { readonly actor: ActorRefFrom<typeof chunkMachine>; readonly code: () => T | undefined }

/**
 * Describes a chunk; nothing is loaded yet.
 * @param load a dynamic import. A browser tries again when it is called again.
 * @param reloads whether missing code is worth a reload of the page.
 */
export const chunk = <T>(load: () => Promise<T>, { reloads = true } = {}): Chunk<T> => {
  let code: T | undefined
  const logic = chunkMachine.provide({
    actors: {
      load: fromPromise(async () => {
        try {
          code = await load()
        } catch (error) {
          console.error("ChunkLoadError", error)
          throw error
        }
      }),
      reach: fromPromise(({ signal }) => reachServer(signal)),
    },
    guards: { mayReload: ({ context }) => reloads && context.wanted && mayReload() },
    actions: { reload },
  })
  return { actor: createActor(logic), code: () => code }
}

/** Begins to load a chunk that nobody needs yet. */
export const preloadChunk = ({ actor }: Chunk<unknown>): void => {
  actor.start()
}

/**
 * The code of a chunk, for what is not drawn.
 * @throws the Problem `ChunkLoadError`; asking again tries again.
 */
export const codeOf = async <T>({ actor, code }: Chunk<T>): Promise<T> => {
  actor.start()
  actor.send({ type: "code.wanted" })
  await waitFor(actor, (snapshot) => snapshot.matches("loaded") || snapshot.matches("failed"))
  const loaded = code()
  if (loaded === undefined) throw chunkLoadError()
  return loaded
}

/**
 * A style sheet that did not come is taken out of the page, so that the next
 * attempt asks for it again: the bundler's loader skips one that is there.
 */
export const dropFailedStyles = (): void =>
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove()
    },
    true,
  )
