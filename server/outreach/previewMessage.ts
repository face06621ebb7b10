import { Effect, Result } from "effect"
import { limits } from "#schemas/constants.ts"
import type { MessagePreview } from "#schemas/outreach/template.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/delivery/addressees.ts"
import { valuesOf } from "#server/domain/outreach/assess.ts"
import { readMessage, renderMessage, sampleValues } from "#server/domain/outreach/message.ts"
import { segmentsOf } from "#server/domain/outreach/segments.ts"
import { Database } from "#server/store/Database.ts"
import { fullName } from "./checkCampaign.ts"

/** Patients a text is shown on (product.md §2c "preview on 5 real patients"). */
const shown = 5

/** A text being written, and what was found out about it. */
export type PreviewSubject = {
  readonly companyId: number
  readonly text: string
  readonly listId?: number | undefined
  readonly companyName: string
  readonly problems: ReadonlyArray<string>
  readonly ownValues: ReadonlyArray<string>
}

const somePeople = Effect.fnUntraced(function* (companyId: number, listId: number | undefined) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    listId === undefined
      ? sql<AddresseeRow>`
          select ${addresseeColumns(sql)} from patients p where p.company_id = ${companyId} order by p.patient_id limit ${shown}`
      : sql<AddresseeRow>`
          select ${addresseeColumns(sql)} from list_members m
          join patients p on p.company_id = m.company_id and p.patient_id = m.patient_id
          where m.company_id = ${companyId} and m.list_id = ${listId} order by m.patient_id limit ${shown}`,
  )
  return rows.map(addresseeOf)
})

/** Shows a text as real patients would get it, and counts its segments on sample values. A text that cannot be read shows itself. */
export const previewMessage = Effect.fn("previewMessage")(function* (subject: PreviewSubject) {
  const { companyId, text, listId, companyName, problems, ownValues } = subject
  const read = readMessage(text)
  if (Result.isFailure(read)) {
    return {
      ownValues,
      variables: [],
      problems,
      segments: segmentsOf(text.slice(0, limits.messageCharacters)),
      samples: [],
    } satisfies MessagePreview
  }
  const message = read.success
  const people = yield* somePeople(companyId, listId)
  const samples = people.map((person) => {
    const rendered = renderMessage(message, valuesOf(person, companyName))
    return { patient: fullName(person), ...rendered, segments: segmentsOf(rendered.text) }
  })
  const sample = renderMessage(message, sampleValues(message, companyName)).text
  const { variables } = message
  return { ownValues, variables, problems, segments: segmentsOf(sample), samples } satisfies MessagePreview
})
