import { Schema } from "effect"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { CallTest } from "#schemas/outreach/callTest.ts"
import { TemplateId, noneOf } from "#schemas/ids.ts"
import type { TemplateEvent } from "#schemas/outreach/events.ts"
import { TemplateRecord, TemplateState } from "#schemas/outreach/template.ts"
import { TranslationFacts } from "#schemas/language/translationFacts.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import type { Projection } from "#server/decider.ts"
import { foldTest } from "./callTest.decider.ts"
import { foldTranslation } from "./translation.decider.ts"

/** The read model of a template; texts and public ids are next to it in their tables. */
export const TemplateRow = Schema.Struct({
  ...TemplateRecord.fields,
  state: Schema.Union([TemplateState, Schema.Literal("reserved")]),
  /** The locations that its links offer; absent until some are mapped. */
  locationIds: Schema.optionalKey(Schema.Array(LocationId)),
  /** How far each translation has come; absent until there is one. */
  translations: Schema.optionalKey(Schema.Array(TranslationFacts)),
  /** The kept tests of a call flow; absent until there is one. */
  tests: Schema.optionalKey(Schema.Array(CallTest)),
})
export type TemplateRow = typeof TemplateRow.Type

const initialRow: TemplateRow = {
  templateId: noneOf(TemplateId),
  channel: "SMS",
  name: "",
  purpose: "Survey",
  state: "reserved",
  version: 0,
  publishedVersion: null,
  updatedOn: "",
  publishedOn: null,
}

/** Templates by id; a name is taken once in its company and channel until its template is deleted (docs/policy.md#templates). */
export const templateProjection: Projection<TemplateRow, TemplateEvent> = {
  category: "template",
  version: 1,
  row: TemplateRow,
  initialRow,
  evolve: (row, event, { at }) => {
    const next = { ...row, state: templateTable.next(row.state, event._tag) ?? row.state, updatedOn: at }
    switch (event._tag) {
      case "TemplateDrafted":
      case "TemplateRevised": {
        const { _tag, textHash: _, ...facts } = event
        return { ...next, ...facts }
      }
      case "TemplateLinkParametersChanged":
      case "TemplateReplyRulesChanged":
        return { ...next, version: event.version }
      case "TemplateLocationsMapped":
        return { ...next, locationIds: event.locationIds }
      case "TemplateTranslationsChanged":
        return {
          ...next,
          version: event.version,
          translations: event.changes.reduce(foldTranslation<TranslationFacts>, row.translations ?? []),
        }
      case "TemplateTestKept":
      case "TemplateTestRemoved":
        return { ...next, tests: foldTest(row.tests ?? [], event) }
      case "TemplatePublished":
        return { ...next, publishedVersion: event.version, publishedOn: at }
      default:
        return next
    }
  },
  keys: ({ state, channel, name }) => ({
    state,
    uniqueKey: state === "deleted" ? null : `${channel}:${name.toLowerCase()}`,
  }),
}
