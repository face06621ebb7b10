import { Effect } from "effect"
import type { JournalFile } from "#schemas/session/journal.ts"
import { journalFileBytes, journalOf, type JournalRefusal } from "#schemas/session/journalFile.ts"

type Read =
  | { readonly name: string; readonly journal: JournalFile }
  | { readonly name: string; readonly refusal: JournalRefusal }

/** Reads a file that someone chose as a journal. A file that is none is an answer like any other: it never fails. */
export const readJournalFile = (file: Blob & { readonly name: string }): Effect.Effect<Read> =>
  Effect.gen(function* () {
    if (file.size > journalFileBytes) return "tooLarge" as const
    const text = yield* Effect.tryPromise({ try: () => file.text(), catch: () => "unreadable" as const })
    const given = yield* Effect.try({ try: () => JSON.parse(text) as unknown, catch: () => "notJson" as const })
    return journalOf(given)
  }).pipe(
    Effect.catch(Effect.succeed),
    Effect.map((read) =>
      typeof read === "string" ? { name: file.name, refusal: read } : { name: file.name, journal: read },
    ),
  )
