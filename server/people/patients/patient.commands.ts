import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { PatientDraft } from "#schemas/people/patientDraft.ts"
import { problem } from "#schemas/problem.ts"
import { readRowContext } from "#server/people/imports/importFile.queries.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { judgeDraft } from "./patientDraft.rule.ts"
import { addPatient } from "./storePatients.queries.ts"

/**
 * Adds a patient to the acting company, by the rules of an import’s row. Someone who is on record already, by patient id
 * or by name, phone and date of birth, is not made twice. Fails with Invalid, naming the fields.
 */
export const savePatient = Effect.fn("savePatient")(function* (person: Person, draft: PatientDraft) {
  const companyId = person.actingCompanyId
  const { company } = yield* Database
  const at = yield* isoNow
  const judged = judgeDraft(draft, { ...(yield* readRowContext(companyId)), today: at.slice(0, 10) })
  if ("errors" in judged) {
    const [first] = judged.errors
    const message = first?.message ?? "This patient could not be read."
    return yield* Effect.fail(problem("Invalid", message, { errors: judged.errors }))
  }
  return yield* Effect.orDie(company(companyId)(addPatient(judged.row, { companyId, at })))
})
