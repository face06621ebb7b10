import { Clock, DateTime, Effect } from "effect"
import { saveText } from "#effects/saveDownload.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import { journals } from "./journal.ts"
import { isWordId } from "./pageWords.ts"

/** Saves all that was heard in this tab, masked, as a file for a tester; answers its name. */
export const saveReport = (): string =>
  Effect.runSync(
    Effect.gen(function* () {
      const savedAt = yield* Clock.currentTimeMillis
      const name = `admin-view-journal-${DateTime.formatIsoDateUtc(DateTime.makeUnsafe(savedAt))}.json`
      yield* saveText(
        JSON.stringify(fileOf(journals.read(), { savedAt, masked: true, isWord: isWordId })),
        "application/json",
        name,
      )
      return name
    }),
  )
