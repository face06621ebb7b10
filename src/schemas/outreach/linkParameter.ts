import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { limits } from "../constants.ts"
import { SearchText } from "../reply.ts"
import { HashedId, PatientId, TemplateId } from "../ids.ts"

/** Where a value stands in the link: behind the question mark, or in a place `{key}` of the path (docs/policy.md#link-parameters). */
export const linkPlaces = ["query", "path"] as const
export const LinkPlace = Schema.Literals(linkPlaces)
export type LinkPlace = typeof LinkPlace.Type

/** The number of a parameter, the same in every version of its template. */
export const LinkParameterId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** What staff type for one parameter: one schema for the form and for the call. The value is Liquid, as the message is. */
export const LinkParameterDraft = Schema.Struct({
  key: TrimmedText.check(
    Schema.isMinLength(1, { message: "Enter a name." }),
    Schema.isMaxLength(64, { message: "A name has 64 characters at most." }),
    Schema.isPattern(/^[^\s{}]*$/u, { message: "A name has no spaces and no braces." }),
  ),
  value: TrimmedText.check(
    Schema.isMinLength(1, { message: "Enter a value." }),
    Schema.isMaxLength(500, { message: "A value has 500 characters at most." }),
  ),
  in: LinkPlace,
})
export type LinkParameterDraft = typeof LinkParameterDraft.Type

/** What the form of a parameter holds; `primaryId` 0 is a new one, `streamVersion` the template's. */
export type LinkParameterValues = LinkParameterDraft & {
  readonly temphashedId: string
  readonly templateId: TemplateId
  readonly primaryId: number
  readonly streamVersion: number
}

/** A parameter of a template's link; `order` counts from 1. */
export const LinkParameter = Schema.Struct({
  primaryId: LinkParameterId,
  templateId: TemplateId,
  key: Schema.String,
  value: Schema.String,
  in: LinkPlace,
  order: Schema.Int,
}).annotate({ identifier: "LinkParameter" })
export type LinkParameter = typeof LinkParameter.Type

/** A parameter as it is on the screen, with the version of its template that it was read with. */
export type SeenLinkParameter = LinkParameter & { readonly streamVersion: number }

/**
 * A parameter goes one place up or down. `readFirst` is the template's public id where the person had moved something
 * before and did not see yet what came of it: then the rows are read again, and the parameter goes from where it is.
 */
export type LinkMove = SeenLinkParameter & { readonly by: -1 | 1; readonly readFirst: string | null }

/** The body of `POST /api/Template/SaveCurlParameter`: `primaryId` 0 makes a new one; without `order` it stays where it is, or comes last. */
export const SaveLinkParameter = Schema.Struct({
  primaryId: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })),
  templateId: TemplateId,
  ...LinkParameterDraft.fields,
  order: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.linkParameters }))),
})
export type SaveLinkParameter = typeof SaveLinkParameter.Type

/**
 * The body of `POST /api/Template/PreviewLink`: the stored parameters with the one
 * that is being written, on the patients searched for or on the first ones.
 */
export const LinkPreviewRequest = Schema.Struct({
  temphashedId: HashedId,
  draft: Schema.optionalKey(
    Schema.Struct({ primaryId: Schema.Int, key: Schema.String, value: Schema.String, in: LinkPlace }),
  ),
  search: Schema.optionalKey(SearchText),
})
export type LinkPreviewRequest = typeof LinkPreviewRequest.Type

/** The link of a template as patients will get it; `link` is as the message has it, null where it has none. */
export const LinkPreview = Schema.Struct({
  link: Schema.NullOr(Schema.String),
  problems: Schema.Array(Schema.String),
  samples: Schema.Array(
    Schema.Struct({
      patientId: PatientId,
      patient: Schema.String,
      url: Schema.NullOr(Schema.String),
      missing: Schema.Array(Schema.String),
    }),
  ),
}).annotate({ identifier: "LinkPreview" })
export type LinkPreview = typeof LinkPreview.Type
