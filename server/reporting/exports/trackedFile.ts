import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import type { Cells } from "./exportTable.rule.ts"

/** What was taken of a file: how many rows, the hash of the bytes, and whether its last byte went out. */
export type TakenFile = { readonly rows: number; readonly sha256: string; readonly complete: boolean }

type Pages<E, R> = Stream.Stream<ReadonlyArray<Cells>, E, R>

/**
 * A file on its way whose rows are counted and whose bytes are hashed while they are taken.
 * @param write makes the file of its rows
 * @param keep is given each part as it goes out
 * @param record called once, when the last byte was taken or the download broke off
 */
export const trackedFile = <E, R>(
  pages: Pages<E, R>,
  write: (pages: Pages<E, R>) => Stream.Stream<Uint8Array, E, R>,
  record: (taken: TakenFile) => Effect.Effect<void>,
  keep: (part: Uint8Array) => Effect.Effect<void> = () => Effect.void,
): Stream.Stream<Uint8Array, E, R> => {
  const hash = createHash("sha256")
  let rows = 0
  let complete = false
  const counted = Stream.map(pages, (page) => {
    rows += page.length
    return page
  })
  return write(counted).pipe(
    Stream.map((part) => {
      hash.update(part)
      return part
    }),
    Stream.tap(keep),
    Stream.concat(Stream.fromEffectDrain(Effect.sync(() => (complete = true)))),
    // A reader that leaves ends the stream in success too, so only the mark above shows it.
    Stream.ensuring(Effect.suspend(() => record({ rows, sha256: hash.digest("hex"), complete }))),
  )
}
