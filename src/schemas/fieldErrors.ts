import type { SchemaAST, SchemaIssue } from "effect"
import type { FieldError } from "./problem.ts"

/** Errors of one request; a list of a million wrong values is answered by these. */
const most = 100

let digits: Intl.NumberFormat | undefined
/** Made when a number is first said: a browser needs 20 ms to find its data of languages. */
const inDigits = (value: number): string => (digits ??= new Intl.NumberFormat("en-US")).format(value)

type Bounds = { readonly minimum?: number; readonly maximum?: number; readonly isWhole?: boolean }

const boundOf = (check: SchemaAST.Check<unknown>): Bounds => {
  if (check._tag === "FilterGroup") return boundsOf(check.checks)
  const { id, payload } = (check.annotations?.representation ?? {}) as { id?: string; payload?: unknown }
  const said = (payload ?? {}) as Record<string, number | undefined>
  const minimum = said.minimum ?? said.minLength
  const maximum = said.maximum ?? said.maxLength
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(id === "effect/schema/isInt" ? { isWhole: true } : {}),
  }
}
const boundsOf = (checks: ReadonlyArray<SchemaAST.Check<unknown>> = []): Bounds =>
  Object.assign({}, ...checks.map(boundOf)) as Bounds

const rangeOf = ({ minimum, maximum }: Bounds): string => {
  if (minimum === undefined) return maximum === undefined ? "" : `at most ${inDigits(maximum)}`
  if (maximum === undefined) return `at least ${inDigits(minimum)}`
  return `${inDigits(minimum)} to ${inDigits(maximum)}`
}

const wantedNumber = (bounds: Bounds): string => {
  const range = rangeOf(bounds)
  const from = bounds.minimum !== undefined && bounds.maximum !== undefined ? "from " : "of "
  return `Enter a ${bounds.isWhole === true ? "whole number" : "number"}${range === "" ? "" : ` ${from}${range}`}.`
}

const wantedText = (ast: SchemaAST.AST): string => {
  const range = rangeOf(boundsOf(ast.checks))
  return range === "" ? "Enter text." : `Enter ${range} characters.`
}

/** The words of a choice; undefined where a union has members of other kinds. */
const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (ast._tag === "Null") return []
  if (ast._tag === "Literal") return [String(ast.literal)]
  if (ast._tag !== "Union") return undefined
  const choices = ast.types.map(choicesOf)
  return choices.every((one) => one !== undefined) ? choices.flat() : undefined
}

const messageIn = (annotations: object | undefined): string | undefined => {
  const message = (annotations as { readonly message?: unknown } | undefined)?.message
  return typeof message === "string" ? message : undefined
}

/** What belongs in a place, as an order to the person who fills it. */
const wanted = (ast: SchemaAST.AST): string => {
  const message = messageIn(ast.annotations) ?? ast.checks?.map((check) => messageIn(check.annotations)).find(Boolean)
  if (message !== undefined) return message
  const choices = choicesOf(ast)
  if (choices?.length === 1) return `Enter ${choices[0]}.`
  if (choices !== undefined && choices.length > 1) return `Choose one of: ${choices.join(", ")}.`
  switch (ast._tag) {
    case "Union":
      return wanted(ast.types.find((type) => type._tag !== "Null") ?? ast.types[0]!)
    case "Number":
      return wantedNumber(boundsOf(ast.checks))
    case "String":
      return wantedText(ast)
    case "Boolean":
      return "Enter true or false."
    case "Arrays":
      return "Enter a list."
    case "Objects":
      return "Enter an object with named fields."
    default:
      return "This value does not belong here."
  }
}

/** A fault with nothing inside; a choice is one too. */
type Whole = SchemaIssue.Leaf | SchemaIssue.AnyOf

const leafSentence = (issue: Whole, ast: SchemaAST.AST | undefined): string => {
  switch (issue._tag) {
    case "MissingKey":
      return "This field is missing."
    case "UnexpectedKey":
      return "There is no such field here. Leave it out."
    case "InvalidType":
    case "AnyOf":
      return ast === undefined ? wanted(issue.ast) : wanted(ast)
    case "InvalidValue":
      return messageIn(issue.annotations) ?? (ast === undefined ? "This value does not belong here." : wanted(ast))
    default:
      return "This value does not belong here."
  }
}

/**
 * @param ast what stands in the place, where the issue is only about a part of it
 * @param said the sentence that the schema itself has for the fault
 */
function* walk(
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  ast?: SchemaAST.AST,
  said?: string,
): Generator<FieldError> {
  const whole = () => ({ field: path.map(String).join("."), message: said ?? leafSentence(issue as Whole, ast) })
  switch (issue._tag) {
    case "Pointer":
      return yield* walk(issue.issue, [...path, ...issue.path], undefined, said)
    case "Encoding":
      return yield* walk(issue.issue, path, issue.ast, said)
    case "Filter":
      return yield* walk(issue.issue, path, ast, said ?? messageIn(issue.filter.annotations))
    case "Composite":
      for (const part of issue.issues) yield* walk(part, path, ast ?? issue.ast, said)
      return
    case "AnyOf":
      if (issue.issues.length > 0 && choicesOf(issue.ast) === undefined) {
        for (const part of issue.issues) yield* walk(part, path, undefined, said)
      } else yield whole()
      return
    default:
      yield whole()
  }
}

/**
 * Says in words for people what a schema found wrong: one error for each field, in the order of the fields, the
 * first hundred of them. Forms and calls say the same by it.
 */
export const fieldErrorsOf = (issue: SchemaIssue.Issue): ReadonlyArray<FieldError> => {
  const errors = new Map<string, FieldError>()
  for (const error of walk(issue, [])) {
    if (!errors.has(error.field)) errors.set(error.field, error)
    if (errors.size === most) break
  }
  return [...errors.values()]
}
