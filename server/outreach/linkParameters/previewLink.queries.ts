import { Effect, Result } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { LinkParameterDraft, LinkPreview } from "#schemas/outreach/linkParameter.ts"
import { valuesOf } from "#server/outreach/recipients/assess.rule.ts"
import { linkProblems, withParameters, writtenLinkProblems } from "#server/outreach/templates/link.rule.ts"
import {
  readMessage,
  renderLink,
  renderMessage,
  sampleValues,
  variableProblems,
} from "#server/outreach/templates/message.rule.ts"
import { somePeople } from "#server/outreach/recipients/audience.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { fullName } from "#server/outreach/campaigns/checkCampaign.queries.ts"

/** A link that is looked at; `known` are the variables that have a source. */
export type LinkSubject = {
  readonly companyId: CompanyId
  readonly companyName: string
  readonly text: string
  readonly parameters: ReadonlyArray<LinkParameterDraft>
  readonly known: ReadonlyArray<string>
  readonly search?: string | undefined
}

/** Shows a message's link with its parameters as patients would get it, and what is wrong with it. */
export const previewLink = Effect.fn("previewLink")(function* (subject: LinkSubject) {
  const { companyId, companyName, text, parameters, known, search } = subject
  const read = readMessage(text, parameters)
  if (Result.isFailure(read)) return { link: null, problems: [read.failure], samples: [] } satisfies LinkPreview
  const message = read.success
  const { link, placed } = renderLink(message, sampleValues(message, companyName))
  const people = yield* somePeople(companyId, { search })
  const bookingLink = yield* sampleBookingLink
  return {
    link: link ?? null,
    problems: [...variableProblems(message, known), ...writtenLinkProblems(text), ...linkProblems(link, placed)],
    samples: people.map((person) => {
      const values = valuesOf(person, { companyName, bookingLink })
      const own = renderLink(message, values)
      return {
        patientId: person.patientId,
        patient: fullName(person),
        url: own.link === undefined ? null : withParameters(own.link, own.placed),
        missing: renderMessage(message, values).missing,
      }
    }),
  } satisfies LinkPreview
})
