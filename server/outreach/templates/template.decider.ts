import { Result } from "effect"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { TranslationEvent } from "#schemas/language/translationFacts.ts"
import type { TemplateDrafted, TemplateEvent } from "#schemas/outreach/events.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { Purpose, TemplateState } from "#schemas/outreach/template.ts"
import {
  decideTranslations,
  foldTranslation,
  outdated,
  type TranslationCommand,
  type TranslationFold,
} from "./translation.decider.ts"
import { decideTest, foldTest, type CallTestCommand, type CallTestFold } from "./callTest.decider.ts"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { Decider } from "#server/decider.ts"

/** A template as its decisions need it; the text is pinned by its hash. */
export type TemplateFold = {
  readonly state: TemplateState | "reserved"
  /** Null until it is first saved. */
  readonly channel: ChannelName | null
  readonly version: number
  readonly publishedVersion: number | null
  readonly name: string
  readonly purpose: Purpose | null
  readonly textHash: string
  /** The version in which the text got its present form. */
  readonly textVersion: number
  readonly translations: ReadonlyArray<TranslationFold>
  /** Pins the parameters of the link; empty while there are none. */
  readonly linkHash: string
  /** Pins the rules for replies; empty while there are none. */
  readonly rulesHash: string
  /** In the order of their numbers, each once. */
  readonly locationIds: ReadonlyArray<LocationId>
} & CallTestFold

/**
 * What staff may wish of a template. `problems` of a publication come from
 * `publishProblems`, which judged the text of `version`; without it, of the newest.
 */
export type TemplateCommand =
  | ({
      readonly _tag: "SaveTemplate"
      /** The version that says the same in other respects than these, so that its translations stay true. */
      readonly saysSameAs?: number | undefined
    } & Omit<typeof TemplateDrafted.Type, "_tag" | "version">)
  /** `version` is the one whose parameters were changed. */
  | { readonly _tag: "ChangeLinkParameters"; readonly version: number; readonly linkHash: string }
  | { readonly _tag: "ChangeReplyRules"; readonly version: number; readonly rulesHash: string }
  | TranslationCommand
  | CallTestCommand
  | { readonly _tag: "MapLocations"; readonly locationIds: ReadonlyArray<LocationId> }
  | { readonly _tag: "PublishTemplate"; readonly problems: ReadonlyArray<string>; readonly version?: number }
  | { readonly _tag: "RetireTemplate" }
  | { readonly _tag: "DeleteTemplate" }

const sentences: Readonly<Record<TemplateFold["state"], string>> = {
  reserved: "This template was never saved. Save it first.",
  draft: "This template is a draft. It can be changed, published or deleted.",
  published: "The newest version of this template is published already. Change it first.",
  revised: "This template has a newer draft. It can be changed, published or deleted.",
  retired: "This template is retired. It can only be deleted.",
  deleted: "This template was deleted.",
}

const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

const refuse = (state: TemplateFold["state"]): Result.Result<never, Problem> =>
  Result.fail(problem("NotAllowedNow", sentences[state], { allowed: templateTable.allowed(state) }))

const happen = (
  state: TemplateFold["state"],
  event: TemplateEvent,
): Result.Result<ReadonlyArray<TemplateEvent>, Problem> =>
  templateTable.next(state, event._tag) === undefined ? refuse(state) : Result.succeed([event])

const changed = (version: number, changes: ReadonlyArray<TranslationEvent>): ReadonlyArray<TemplateEvent> =>
  changes.length === 0 ? [] : [{ _tag: "TemplateTranslationsChanged", version, changes }]

const decide: Decider<TemplateFold, TemplateCommand, TemplateEvent>["decide"] = (state, command) => {
  switch (command._tag) {
    case "SaveTemplate": {
      const { _tag, templateId, channel, saysSameAs, ...saved } = command
      const { name, purpose, textHash } = saved
      const version = state.version + 1
      if (state.state === "reserved") {
        return happen(state.state, { _tag: "TemplateDrafted", templateId, channel, ...saved, version })
      }
      const same = state.name === name && state.purpose === purpose && state.textHash === textHash
      if (same && state.state !== "retired" && state.state !== "deleted") return Result.succeed([])
      const revised = happen(state.state, { _tag: "TemplateRevised", ...saved, version })
      const isAlike = textHash === state.textHash || saysSameAs === state.version
      const changes = isAlike ? [] : outdated(state.translations)
      return Result.map(revised, (events) => [...events, ...changed(version, changes)])
    }
    case "SaveTranslations":
    case "ChangeTranslation": {
      if (command.version !== state.version) return Result.fail(stale)
      if (templateTable.next(state.state, "TemplateTranslationsChanged") === undefined) return refuse(state.state)
      return Result.map(decideTranslations(state, command), (changes) => changed(state.version + 1, changes))
    }
    case "ChangeLinkParameters": {
      if (command.version !== state.version) return Result.fail(stale)
      const { linkHash } = command
      return happen(state.state, { _tag: "TemplateLinkParametersChanged", version: state.version + 1, linkHash })
    }
    case "ChangeReplyRules": {
      if (command.version !== state.version) return Result.fail(stale)
      const { rulesHash } = command
      const event = { _tag: "TemplateReplyRulesChanged", version: state.version + 1, rulesHash } as const
      return Result.map(happen(state.state, event), (events) => (rulesHash === state.rulesHash ? [] : events))
    }
    case "MapLocations": {
      const locationIds = [...new Set(command.locationIds)].toSorted((one, other) => one - other)
      const isSame = locationIds.join() === state.locationIds.join()
      const takes = templateTable.next(state.state, "TemplateLocationsMapped") !== undefined
      return isSame && takes
        ? Result.succeed([])
        : happen(state.state, { _tag: "TemplateLocationsMapped", locationIds })
    }
    case "KeepTest":
    case "RemoveTest": {
      if (command._tag === "KeepTest" && command.version !== state.version) return Result.fail(stale)
      // Both are taken in the same states.
      if (templateTable.next(state.state, "TemplateTestKept") === undefined) return refuse(state.state)
      return decideTest(state, command)
    }
    case "PublishTemplate": {
      if (command.version !== undefined && command.version !== state.version) return Result.fail(stale)
      const [first] = command.problems
      if (first === undefined || templateTable.next(state.state, "TemplatePublished") === undefined) {
        return happen(state.state, { _tag: "TemplatePublished", version: state.version })
      }
      const field = state.channel === callChannel ? "flow" : "text"
      const errors = command.problems.map((message) => ({ field, message }))
      return Result.fail(problem("Invalid", first, { errors }))
    }
    case "RetireTemplate":
      return happen(state.state, { _tag: "TemplateRetired" })
    case "DeleteTemplate":
      return happen(state.state, { _tag: "TemplateDeleted" })
  }
}

const evolve = (state: TemplateFold, event: TemplateEvent): TemplateFold => {
  const next = { ...state, state: templateTable.next(state.state, event._tag) ?? state.state }
  switch (event._tag) {
    case "TemplateDrafted":
    case "TemplateRevised": {
      const { version, name, purpose, textHash } = event
      const channel = event._tag === "TemplateDrafted" ? event.channel : state.channel
      const textVersion = textHash === state.textHash ? state.textVersion : version
      return { ...next, channel, version, name, purpose, textHash, textVersion }
    }
    case "TemplateTranslationsChanged":
      return {
        ...next,
        version: event.version,
        translations: event.changes.reduce(foldTranslation<TranslationFold>, state.translations),
      }
    case "TemplateLinkParametersChanged":
      return { ...next, version: event.version, linkHash: event.linkHash }
    case "TemplateReplyRulesChanged":
      return { ...next, version: event.version, rulesHash: event.rulesHash }
    case "TemplateLocationsMapped":
      return { ...next, locationIds: event.locationIds }
    case "TemplateTestKept":
    case "TemplateTestRemoved":
      return {
        ...next,
        tests: foldTest(state.tests, event),
        lastTestId: Math.max(state.lastTestId, event.testId),
      }
    case "TemplatePublished":
      return { ...next, publishedVersion: event.version }
    case "TemplateRetired":
    case "TemplateDeleted":
      return next
  }
}

/** Templates: saved as drafts, published by version, retired when no new campaign may use them, deleted at any time (docs/policy.md#templates). */
export const templateDecider: Decider<TemplateFold, TemplateCommand, TemplateEvent> = {
  initialState: {
    state: "reserved",
    channel: null,
    version: 0,
    publishedVersion: null,
    name: "",
    purpose: null,
    textHash: "",
    textVersion: 0,
    translations: [],
    linkHash: "",
    rulesHash: "",
    locationIds: [],
    tests: [],
    lastTestId: 0,
  },
  decide,
  evolve,
}
