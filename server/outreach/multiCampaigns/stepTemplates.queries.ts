import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { StepChoices, StepTemplate } from "#schemas/outreach/multiCampaign.ts"
import { notOfferedBy } from "#schemas/outreach/notOffered.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import { decodeFlow } from "#server/outreach/templates/template.queries.ts"
import { readTemplateStates } from "#server/outreach/templates/templateStates.queries.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"

type Stored = {
  readonly templateId: TemplateId
  readonly hashedId: string
  readonly channel: ChannelName
  readonly name: string
  readonly purpose: Purpose
  readonly version: number
  readonly text: string
  readonly languages: ReadonlyArray<string>
  readonly rules: ReadonlyArray<ReplyRule>
}

/** How often a call flow calls one person at most: each of its retries may follow another. */
export const triesOf = ({ retries }: Pick<CallFlow, "retries">): number =>
  1 + retries.reduce((sum, { times }) => sum + times, 0)

/** What a call flow may do to one person. */
const ofCall = (text: string): Pick<StepTemplate, "tries" | "triesMinutes" | "optsOut" | "books"> => {
  const { retries, steps } = decodeFlow(text)
  return {
    tries: triesOf({ retries }),
    triesMinutes: retries.reduce((sum, { times, minutes }) => sum + times * minutes, 0),
    optsOut: steps.some(({ _tag }) => _tag === "OptOut"),
    books: false,
  }
}

/** No text is published that does not say how to opt out (docs/policy.md#messages). */
const ofText = (text: string) => ({ tries: 1, triesMinutes: 0, optsOut: true, books: text.includes("bookingLink") })

/** What rules set by replies, each once. */
const valuesOf = (rules: ReadonlyArray<ReplyRule>): StepTemplate["sets"] => {
  const set = rules.filter(({ effect }) => effect === "setValue").map(({ name, value }) => ({ name, value }))
  return set.filter(
    (one, place) => set.findIndex(({ name, value }) => name === one.name && value === one.value) === place,
  )
}

/** The published texts and call flows of a company, by name: `smsIvrList`. */
export const readStepTemplates = Effect.fn("readStepTemplates")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const stored = yield* read(
    companyId,
    sql<Stored>`
      select t.id as "templateId", h.hashed_id as "hashedId", t.row ->> 'channel' as channel, t.row ->> 'name' as name,
        t.row ->> 'purpose' as purpose, v.version, v.text, v.reply_rules as rules,
        array(select n.language from template_translations n where n.company_id = v.company_id
          and n.template_id = v.template_id and n.version = v.version
          and n.state in ${sql.in(sentStates)} order by 1) as languages
      from read_models t ${withHashedId(sql, "t", templateProjection)}
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'publishedVersion')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.state in ('published', 'revised')
      order by lower(t.row ->> 'name') collate "C", t.id`,
  )
  return stored.map(({ text, rules, ...template }): StepTemplate => ({
    ...template,
    sets: valuesOf(rules),
    ...(template.channel === callChannel ? ofCall(text) : ofText(text)),
  }))
})

/** What a step can send, and how many templates and call flows are not offered. */
export const readStepChoices = Effect.fn("readStepChoices")(function* (companyId: CompanyId) {
  const states = yield* readTemplateStates(companyId)
  const notOffered = (channel: ChannelName) =>
    notOfferedBy(states.filter((one) => one.channel === channel).map(({ state }) => state))
  return {
    templates: yield* readStepTemplates(companyId),
    notOffered: { SMS: notOffered("SMS"), IVR: notOffered("IVR") },
  } satisfies StepChoices
})
