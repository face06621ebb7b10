import { Effect, Result } from "effect"
import { limits } from "#schemas/constants.ts"
import { replaceCharacters } from "#schemas/outreach/characters.ts"
import type { CompanyId, ListId } from "#schemas/ids.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import type { MessagePreview } from "#schemas/outreach/template.ts"
import { valuesOf } from "#server/outreach/recipients/assess.rule.ts"
import { readMessage, renderMessage, sampleValues } from "./message.rule.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { somePeople } from "#server/outreach/recipients/audience.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { fullName } from "#server/outreach/campaigns/checkCampaign.queries.ts"

/** A text being written, and what was found out about it. */
export type PreviewSubject = {
  readonly companyId: CompanyId
  readonly text: string
  readonly parameters: ReadonlyArray<LinkParameterDraft>
  readonly listId?: ListId | undefined
  readonly companyName: string
  readonly problems: ReadonlyArray<string>
  readonly ownValues: ReadonlyArray<string>
}

/** What a text counts, and what it would count with plain characters in it. */
const costOf = (text: string): Pick<MessagePreview, "segments" | "plain"> => {
  const segments = segmentsOf(text)
  const plain = replaceCharacters(text, segments.nonGsm)
  return { segments, plain: plain === text ? null : segmentsOf(plain) }
}

/** Shows a text as real patients would get it, and counts its segments on sample values. A text that cannot be read shows itself. */
export const previewMessage = Effect.fn("previewMessage")(function* (subject: PreviewSubject) {
  const { companyId, text, parameters, listId, companyName, problems, ownValues } = subject
  const read = readMessage(text, parameters)
  if (Result.isFailure(read)) {
    return {
      ownValues,
      variables: [],
      problems,
      ...costOf(text.slice(0, limits.messageCharacters)),
      samples: [],
    } satisfies MessagePreview
  }
  const message = read.success
  const people = yield* somePeople(companyId, { listId })
  const bookingLink = yield* sampleBookingLink
  const samples = people.map((person) => {
    const rendered = renderMessage(message, valuesOf(person, { companyName, bookingLink }))
    return { patient: fullName(person), ...rendered, segments: segmentsOf(rendered.text) }
  })
  const sample = renderMessage(message, sampleValues(message, companyName, { bookingLink })).text
  const { variables } = message
  return { ownValues, variables, problems, ...costOf(sample), samples } satisfies MessagePreview
})
