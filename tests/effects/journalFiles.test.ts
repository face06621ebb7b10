import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readJournalFile } from "#effects/journalFiles.ts"
import { fileOf, journalFileBytes } from "#schemas/session/journalFile.ts"
import { heardToasts } from "#tests/machines/administration/timeTravel.walk.ts"

const journal = fileOf([heardToasts], { savedAt: 1, masked: true })
const named = (text: string) => Object.assign(new Blob([text]), { name: "monday.json" })

describe("a journal that someone opens", () => {
  it.effect("is read as it was saved", () =>
    Effect.gen(function* () {
      expect(yield* readJournalFile(named(JSON.stringify(journal)))).toEqual({ name: "monday.json", journal })
    }),
  )

  it.effect.each([
    ["notJson", "{"],
    ["notJournal", "[1]"],
    ["notJournal", "null"],
    ["otherVersion", JSON.stringify({ ...journal, version: 2 })],
    ["damaged", JSON.stringify({ ...journal, charts: [{ chart: 1 }] })],
  ] as const)("is refused as %s and named, where it is %s", ([refusal, text]) =>
    Effect.gen(function* () {
      expect(yield* readJournalFile(named(text))).toEqual({ name: "monday.json", refusal })
    }),
  )

  it.effect("is refused unread where it is too large, and where it is gone by then", () =>
    Effect.gen(function* () {
      const huge = named("{")
      Object.defineProperty(huge, "size", { value: journalFileBytes + 1 })
      expect(yield* readJournalFile(huge)).toEqual({ name: "monday.json", refusal: "tooLarge" })
      const gone = Object.assign(named("{"), { text: () => Promise.reject(new Error("gone")) })
      expect(yield* readJournalFile(gone)).toEqual({ name: "monday.json", refusal: "unreadable" })
    }),
  )
})
