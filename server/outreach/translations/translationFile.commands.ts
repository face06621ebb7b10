import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { TranslationFileCheck, TranslationFileRow } from "#schemas/language/translationFile.ts"
import type { Problem } from "#schemas/problem.ts"
import { saveTranslations } from "./translation.commands.ts"
import { judgeTranslationFile } from "./translationFile.ts"
import type { JudgedUnit } from "./translationUnit.rule.ts"

type Change = NonNullable<JudgedUnit["change"]>

/** Stores what a file has of one template, all of its languages at once; a refusal is the outcome of each. */
const store = Effect.fnUntraced(function* (person: Person, changes: ReadonlyArray<Change>) {
  const [first] = changes
  if (first === undefined) return undefined
  const { templateId, streamVersion } = first.known
  const given = changes.map(({ language, text }) => ({ language, text, origin: "file" as const }))
  return yield* saveTranslations(person, templateId, given, { expectedVersion: streamVersion }).pipe(
    Effect.as(undefined),
    Effect.catch((refusal: Problem) => Effect.succeed(refusal)),
  )
})

/**
 * Stores the translations of a file that are right, as drafts that a person reads over, and says what became of each. One
 * that is refused keeps no other from being stored, and the same file sent again changes nothing.
 */
export const importTranslations = Effect.fn("importTranslations")(function* (person: Person, bytes: Uint8Array) {
  const judged = yield* judgeTranslationFile(person.actingCompanyId, bytes)
  const changes = judged.flatMap(({ change }) => (change === undefined ? [] : [change]))
  const refusals = new Map<number, Problem>()
  for (const [templateId, ofTemplate] of Map.groupBy(changes, ({ known }) => known.templateId)) {
    const refusal = yield* store(person, ofTemplate)
    if (refusal !== undefined) refusals.set(templateId, refusal)
  }
  const rows = judged.map(({ row, change }): TranslationFileRow => {
    if (change === undefined) return row
    const refusal = refusals.get(change.known.templateId)
    return refusal === undefined ? { ...row, outcome: "done" } : { ...row, outcome: "refused", reason: refusal.message }
  })
  return { rows } satisfies TranslationFileCheck
})
