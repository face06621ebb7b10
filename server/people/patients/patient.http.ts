import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { ListId } from "#schemas/ids.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply, type ListQuery } from "#schemas/reply.ts"
import { savePatient } from "./patient.commands.ts"
import { foundPatient, readPatients } from "./patient.queries.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"
import { nextOf, pageIn } from "#server/http/paging.ts"

type PatientFilter = { readonly search?: string; readonly listId?: ListId | undefined }

const pageOf = Effect.fnUntraced(function* ({ search, listId }: PatientFilter, query: ListQuery) {
  const person = yield* CurrentPerson
  const { after, pageSize } = yield* pageIn(query)
  const { actingCompanyId, country } = person
  const { patients, next } = yield* readPatients(actingCompanyId, { search, country, listId, after, pageSize })
  const seen = { people: patients.length, listId: listId ?? null, searched: search !== undefined }
  yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, [search, after, pageSize])
  return reply(patients, nextOf(next))
})

/** The patients of the acting company. */
export const patientCalls = callsOf("Database", {
  GetCustomerPatientList: Effect.fn("Database.GetCustomerPatientList")(function* ({ query }) {
    return yield* pageOf({ listId: query.listId }, query)
  }),

  SearchPatients: Effect.fn("Database.SearchPatients")(function* ({ query, payload }) {
    return yield* pageOf(payload, query)
  }),

  SavePatient: Effect.fn("Database.SavePatient")(function* ({ payload }) {
    const person = yield* CurrentPerson
    const { patientId, isNew } = yield* savePatient(person, payload)
    const patient = yield* foundPatient(person.actingCompanyId, patientId)
    const known = { _tag: "PatientsViewed", people: 1, listId: null, searched: true } as const
    yield* isNew
      ? recordAudit(person, { _tag: "PatientAdded", patientId } satisfies PeopleAuditEvent)
      : recordLook(person, known satisfies PeopleAuditEvent, [patientId])
    return reply({ patient, isNew })
  }),
})
