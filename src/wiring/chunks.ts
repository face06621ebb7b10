import { createActor, fromPromise, waitFor, type ActorRefFrom } from "xstate"
import { reachServer } from "#effects/reachServer.ts"
import { chunkMachine } from "#machines/session/chunk.machine.ts"
import { chunkLoadError } from "#schemas/session/chunkProblem.ts"
import { inspectWith, noted } from "./journal.ts"

const reloadedKey = "reloadedReleases"

/** The release this page is of: its entry's address holds a hash of everything behind it. */
const release = (): string => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ""

/** The releases that reloaded this tab already; throws where that cannot be remembered. */
const reloaded = (): ReadonlyArray<string> => {
  const kept = sessionStorage.getItem(reloadedKey) ?? ""
  sessionStorage.setItem(reloadedKey, kept)
  return kept.split(" ").filter((one) => one !== "")
}

/** Whether this release may reload the page: not twice, and never where no one would remember it. */
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

let failedStyles: ReadonlyArray<string> = []

/** Notes every style sheet that does not come: the bundler's loader never asks for one again by itself. */
export const noteFailedStyles = (): void =>
  document.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return
      failedStyles = [...failedStyles, target.href]
      target.remove()
    },
    true,
  )

const takeFailedStyles = (): ReadonlyArray<string> => {
  const taken = failedStyles
  failedStyles = []
  return taken
}

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.addEventListener("load", () => resolve())
    link.addEventListener("error", () => reject(new Error(`The style sheet ${href} did not come.`)))
    document.head.append(link)
  })

/** A part of the product that loads when it is needed: its running chart, and its code once that is there. */
export type Chunk<T> = { readonly actor: ActorRefFrom<typeof chunkMachine>; readonly code: () => T | undefined }

/**
 * Describes a chunk; nothing is loaded yet.
 * @param load a dynamic import. A browser tries again when it is called again.
 * @param reloads whether missing code is worth a reload of the page.
 */
export const chunk = <T>(load: () => Promise<T>, { reloads = true } = {}): Chunk<T> => {
  let code: T | undefined
  let styles: ReadonlyArray<string> = []
  const attempt = async (): Promise<void> => {
    try {
      await Promise.all(styles.map(loadStyle))
      code = await load()
    } catch (error) {
      styles = takeFailedStyles()
      console.error("ChunkLoadError", error)
      throw error
    }
  }
  const make = () =>
    createActor(
      chunkMachine.provide({
        actors: {
          load: fromPromise(attempt),
          reach: fromPromise(({ signal }) => reachServer(signal)),
        },
        guards: { mayReload: noted("mayReload", ({ context }) => reloads && context.wanted && mayReload()) },
        actions: { reload },
      }),
      { inspect: inspectWith("chunk") },
    )
  let made: ReturnType<typeof make> | undefined
  return {
    // Made when it is first asked for: a page describes many chunks and shows few.
    get actor() {
      return (made ??= make())
    },
    code: () => code,
  }
}

/** Begins to load a chunk that no one needs yet. */
export const preloadChunk = ({ actor }: Chunk<unknown>): void => {
  actor.start()
}

/**
 * The code of a chunk, for what is not drawn.
 * @throws the Problem `ChunkLoadError`; asking again tries again.
 */
export const codeOf = async <T>({ actor, code }: Chunk<T>): Promise<T> => {
  actor.start()
  actor.send({ type: "chunk.requested" })
  await waitFor(actor, (snapshot) => snapshot.matches("loaded") || snapshot.matches("failed"))
  const loaded = code()
  if (loaded === undefined) throw chunkLoadError()
  return loaded
}
