import { Result } from "effect"
import { limits } from "#schemas/constants.ts"
import type { LinkParameter, LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { addressProblems, linkProblems, writtenLinkProblems } from "#server/outreach/templates/link.rule.ts"
import { readLiquid } from "#server/outreach/templates/liquid.rule.ts"
import { partless, readMessage, renderLink, sampleValues } from "#server/outreach/templates/message.rule.ts"

type NewLinkParameter = LinkParameterDraft & { readonly order?: number }

const fieldError = (field: string, message: string) =>
  Result.fail(problem("Invalid", message, { errors: [{ field, message }] }))

const numbered = (parameters: ReadonlyArray<LinkParameter>): ReadonlyArray<LinkParameter> =>
  parameters.map((one, index) => ({ ...one, order: index + 1 }))

/**
 * The parameters of a link with one more, or with one changed or moved. Fails with
 * Invalid for a name that is used already and for one too many.
 */
export const withParameter = (
  parameters: ReadonlyArray<LinkParameter>,
  wanted: NewLinkParameter,
  { primaryId, templateId }: Pick<LinkParameter, "primaryId" | "templateId">,
): Result.Result<ReadonlyArray<LinkParameter>, Problem> => {
  const { key, value, in: place } = wanted
  const others = parameters.filter((one) => one.primaryId !== primaryId)
  if (others.some((one) => one.key === key)) return fieldError("key", "This parameter name is already used.")
  if (others.length === limits.linkParameters) {
    return fieldError("key", `A link has ${limits.linkParameters} parameters at most.`)
  }
  const before = parameters.find((one) => one.primaryId === primaryId)?.order ?? parameters.length + 1
  const at = (wanted.order ?? before) - 1
  const one = { primaryId, templateId, key, value, in: place, order: 0 }
  return Result.succeed(numbered([...others.slice(0, at), one, ...others.slice(at)]))
}

/** The parameters of a link without one of them. */
export const withoutParameter = (
  parameters: ReadonlyArray<LinkParameter>,
  primaryId: number,
): ReadonlyArray<LinkParameter> => numbered(parameters.filter((one) => one.primaryId !== primaryId))

/**
 * Whether a message can carry parameters in its link, judged on sample values;
 * gives the variables that both name. Fails with Invalid and a sentence; for a
 * value that cannot be read, with its field.
 */
export const judgeParameters = (
  text: string,
  parameters: ReadonlyArray<LinkParameterDraft>,
  changed: LinkParameterDraft | undefined,
): Result.Result<ReadonlyArray<string>, Problem> => {
  const value = changed === undefined ? undefined : readLiquid(changed.value)
  if (value !== undefined && Result.isFailure(value)) return fieldError("value", value.failure)
  const [parted] = value === undefined ? [] : value.success.parted
  if (parted !== undefined) return fieldError("value", partless(parted))
  const [misplaced] = changed === undefined ? [] : addressProblems(changed.value)
  if (misplaced !== undefined) return fieldError("value", misplaced)
  const read = readMessage(text, parameters)
  if (Result.isFailure(read)) return Result.fail(problem("Invalid", read.failure))
  const { link, placed } = renderLink(read.success, sampleValues(read.success, ""))
  const [first] = changed === undefined ? [] : [...writtenLinkProblems(text), ...linkProblems(link, placed)]
  return first === undefined ? Result.succeed(read.success.variables) : Result.fail(problem("Invalid", first))
}
