import { createHash } from "node:crypto"
import { Effect, Option, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { saysTheSame } from "#schemas/language/callInLanguage.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import { TemplateEvent } from "#schemas/outreach/events.ts"
import type { SaveLocationMapping } from "#schemas/outreach/locationMapping.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { KeepIvrTest, RemoveIvrTest } from "#schemas/outreach/callTest.ts"
import type { SaveIvr } from "#schemas/outreach/ivr.ts"
import type { SaveTemplate } from "#schemas/outreach/template.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { writtenLinkProblems } from "./link.rule.ts"
import { readMessage } from "./message.rule.ts"
import { templateDecider, type TemplateCommand, type TemplateFold } from "./template.decider.ts"
import { templateProjection, type TemplateRow } from "./template.projection.ts"
import { keepLinkParameters, readLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { judgeRules, readReplyRules } from "#server/outreach/replyRules/replyRule.queries.ts"
import { holdsReservation } from "#server/outreach/reservations/reservation.queries.ts"
import { readTranslations, storeTranslations } from "./translation.queries.ts"
import { decodeCallTranslation } from "#server/outreach/translations/callTranslation.rule.ts"
import { foundLocationMapping, refuseUnknownLocations } from "./locationMapping.queries.ts"
import { judgeText } from "./judgeText.queries.ts"
import { callVariables } from "./callFlow.rule.ts"
import { judgeCallFlow } from "./judgeCallFlow.queries.ts"
import { foundIvr, foundTemplate, saveTemplateVersion } from "./template.queries.ts"
import { orStaleVersion, contextOf, handle, readState, type CommandOptions } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** The streams of templates: `template-7`. */
export const templateStream: Stream<TemplateFold, TemplateCommand, TemplateEvent, TemplateRow> = {
  decider: templateDecider,
  events: TemplateEvent,
  projection: templateProjection,
  outside: "hashedId",
  activity: {
    name: rowName(templateProjection),
    opens: rowOpens(templateProjection),
    isNumbered: true,
  },
}

const nameTaken = problem("AlreadyExists", "A template with this name already exists.", {
  errors: [{ field: "name", message: "A template with this name already exists." }],
})

/** Says which field a taken name belongs to. */
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)

const onlyTexts = problem("Invalid", "A call flow is saved as a call flow, not as a text.", {
  errors: [{ field: "channel", message: "A call flow is saved as a call flow, not as a text." }],
})

/** The variables of a message; a draft that cannot be read has none. Fails with Invalid for a link that is not for patients. */
const readableVariables = Effect.fnUntraced(function* (text: string, parameters: ReadonlyArray<LinkParameterDraft>) {
  const read = readMessage(text, parameters)
  if (Result.isFailure(read)) return []
  const [message] = writtenLinkProblems(text)
  if (message === undefined) return read.success.variables
  return yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "text", message }] }))
})

/** What is stored as a template's next version; `text` is a text, or a call flow as JSON. */
type NextVersion = Omit<SaveTemplate, "companyId"> & {
  readonly variables: ReadonlyArray<string>
  /** The version that says the same. */
  readonly saysSameAs?: number | undefined
}

/**
 * Stores a template's next version: of a new one under a reserved id, or of one that exists. Fails with NotFound for an
 * id that is neither the person's reservation nor a template of the company and the channel, with AlreadyExists for a
 * taken name.
 */
const storeVersion = Effect.fn("storeVersion")(function* (
  person: Person,
  { text, variables, ...facts }: NextVersion,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { templateId, channel } = facts
  const { state } = yield* readState(templateStream, companyId, templateId)
  const mine =
    state.state === "reserved"
      ? yield* holdsReservation(companyId, person.userId, "Template", templateId)
      : state.channel === channel
  if (!mine) return yield* Effect.fail(notFound())
  const at = yield* isoNow
  const textHash = createHash("sha256").update(text).digest("hex")
  yield* handle(templateStream, templateId, { _tag: "SaveTemplate", ...facts, textHash }, contextOf(person, options), {
    beforeAppend: (events, before) =>
      orStaleVersion(
        Effect.all([
          saveTemplateVersion(companyId, templateId, { version: before.version + 1, text, variables, at }),
          keepLinkParameters(companyId, templateId, before.version),
          storeTranslations(companyId, templateId, before, events),
        ]),
      ),
  }).pipe(Effect.mapError(asNameTaken))
})

/** Saves a text as the next draft of its template. Fails as `storeVersion` does, and with Invalid for a link that is not for patients. */
export const saveTemplate = Effect.fn("saveTemplate")(function* (
  person: Person,
  { companyId: _, ...draft }: SaveTemplate,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  if (draft.channel !== textFacts.name) return yield* Effect.fail(onlyTexts)
  const variables = yield* readableVariables(draft.text, yield* readLinkParameters(companyId, draft.templateId))
  yield* storeVersion(person, { ...draft, variables }, options)
  return yield* foundTemplate(companyId, draft.templateId)
})

/** The newest version of a call flow, where another one says the same and leads the same ways: seconds and caller IDs are not translated. */
const versionSayingSame = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, flow: CallFlow) {
  const before = yield* Effect.option(foundIvr(companyId, templateId))
  return Option.getOrUndefined(Option.filter(before, (one) => saysTheSame(one.flow, flow)))?.version
})

/** Saves a call flow as the next draft of its template. Fails as `storeVersion` does. */
export const saveIvr = Effect.fn("saveIvr")(function* (
  person: Person,
  { companyId: _, flow, ...draft }: SaveIvr,
  options: CommandOptions,
) {
  const version = {
    ...draft,
    channel: callChannel,
    text: JSON.stringify(flow),
    variables: callVariables(flow),
    saysSameAs: yield* versionSayingSame(person.actingCompanyId, draft.templateId, flow),
  } as const
  yield* storeVersion(person, version, options)
  return yield* foundIvr(person.actingCompanyId, draft.templateId)
})

/**
 * Keeps a call as a test of a call flow, or puts it in the place of one. What the call leads to is found out by the chart
 * of the newest version. Fails with NotFound for what is no call flow of the company and no test of it, with Invalid
 * for a call that is not over or one test too many, with AlreadyExists for a taken name.
 */
export const keepIvrTest = Effect.fn("keepIvrTest")(function* (
  person: Person,
  { templateId, ...test }: KeepIvrTest,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { flow, version } = yield* foundIvr(companyId, templateId)
  const command = { _tag: "KeepTest", ...test, flow, version } as const
  yield* handle(templateStream, templateId, command, contextOf(person, options))
  return yield* foundIvr(companyId, templateId)
})

/** Removes a kept test of a call flow. Fails with NotFound for what is no call flow of the company and no test of it. */
export const removeIvrTest = Effect.fn("removeIvrTest")(function* (
  person: Person,
  { templateId, testId }: RemoveIvrTest,
  options: CommandOptions,
) {
  yield* foundIvr(person.actingCompanyId, templateId)
  yield* handle(templateStream, templateId, { _tag: "RemoveTest", testId }, contextOf(person, options))
})

/** Ongoing campaigns send the newest published version of their template; a step of a multi-campaign keeps its own. */
const sendNewest = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, version: number) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    update campaign_runs set template_version = ${version}
    where company_id = ${companyId} and template_id = ${templateId} and list_id is null
      and campaign_id not in (select campaign_id from ladder_steps where company_id = ${companyId})`)
})

/** The translations of a version that people get. */
const sentTranslations = (companyId: CompanyId, templateId: TemplateId, version: number) =>
  Effect.map(readTranslations(companyId, templateId, version), (found) =>
    found.filter(({ state }) => sentStates.includes(state)),
  )

/** What keeps the newest version of a template from being published, and which version that is. */
const judged = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, channel: ChannelName) {
  if (channel === callChannel) {
    const { flow, version } = yield* foundIvr(companyId, templateId)
    const translations = (yield* sentTranslations(companyId, templateId, version)).map(({ language, state, text }) => ({
      ...{ language, state, words: decodeCallTranslation(text) },
    }))
    return { version, problems: yield* judgeCallFlow(companyId, flow, translations) }
  }
  const { text, version } = yield* foundTemplate(companyId, templateId)
  const parameters = yield* readLinkParameters(companyId, templateId)
  const translations = yield* sentTranslations(companyId, templateId, version)
  const { problems } = yield* judgeText(companyId, { text, parameters, translations })
  const rules = yield* judgeRules(yield* readReplyRules(companyId, templateId, version))
  return { version, problems: [...problems, ...rules] }
})

/** The channel of a template of the company, whichever it is; fails with NotFound. */
const foundChannel = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const { state } = yield* readState(templateStream, companyId, templateId)
  if (state.channel === null || state.state === "deleted") return yield* Effect.fail(notFound())
  return state.channel
})

/** Publishes the newest version; fails with Invalid and a sentence for each rule that it breaks (docs/policy.md#messages, docs/policy.md#call-flows). */
export const publishTemplate = Effect.fn("publishTemplate")(function* (
  person: Person,
  templateId: TemplateId,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const channel = yield* foundChannel(companyId, templateId)
  const { version, problems } = yield* judged(companyId, templateId, channel)
  const command = { _tag: "PublishTemplate", problems, version } as const
  yield* handle(templateStream, templateId, command, contextOf(person, options), {
    beforeAppend: () => sendNewest(companyId, templateId, version),
  })
})

/**
 * Says which locations a template’s links offer, from now on and for all its versions; without any, all that patients
 * can choose. Fails with Invalid for a location that the company does not have.
 */
export const mapLocations = Effect.fn("mapLocations")(function* (
  person: Person,
  { templateId, locationIds }: SaveLocationMapping,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  yield* foundTemplate(companyId, templateId)
  yield* refuseUnknownLocations(companyId, locationIds)
  yield* handle(templateStream, templateId, { _tag: "MapLocations", locationIds }, contextOf(person, options))
  return yield* foundLocationMapping(companyId, templateId)
})

const simply = (name: "RetireTemplate" | "DeleteTemplate") =>
  Effect.fn(name)(function* (person: Person, templateId: TemplateId, options: CommandOptions) {
    yield* foundChannel(person.actingCompanyId, templateId)
    yield* handle(templateStream, templateId, { _tag: name }, contextOf(person, options))
  })

/** Retires a template: no new campaign can use it; those that were made with it keep their version. */
export const retireTemplate = simply("RetireTemplate")

/** Deletes a template; campaigns that use a version keep it. */
export const deleteTemplate = simply("DeleteTemplate")
