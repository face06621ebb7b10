import { Effect, Option } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import { languageName } from "#server/outreach/translations/languageName.rule.ts"
import { askService, logRefusedKey, whenAgain, type Bounds, type ServiceAnswer } from "#server/remoteService.ts"
import type { Failure, Languages, TranslationProvider } from "./provider.ts"

/** Texts are short; a service that is slow is left, so that a person can write by hand. */
const bounds: Bounds = { bytes: 4 * 1024 * 1024, time: "15 seconds" }

/** Why texts were not translated, and whether the next ones would not be either. */
export type Refusal = { readonly problem: Problem; readonly failure: Failure | "wrong" }

const problemOf = (name: string, failure: Refusal["failure"], { from, to }: Languages, again: string): Problem => {
  switch (failure) {
    case "key":
      return problem("Unavailable", `${name} is not set up correctly. Ask the person who runs this program.`)
    case "quota":
      return problem("Unavailable", `The allowance at ${name} is used up. Ask the person who runs this program.`)
    case "tooMany":
      return problem("Unavailable", `${name} is busy. Try again in ${again}.`)
    case "languages":
      return problem("NotAllowedNow", `${name} does not translate from ${languageName(from)} into ${languageName(to)}.`)
    case "tooLong":
      return problem("Invalid", `This text is too long for ${name}.`)
    case "text":
      return problem("Invalid", `${name} cannot translate this text.`)
    case "wrong":
      return problem("Invalid", `${name} did not answer with a translation of this text.`)
    case "down":
      return problem("Unavailable", `${name} is not working. Try again in a minute.`)
  }
}

/** Says in the log what the operator can mend, without a word of a text. */
const logFailure = (provider: TranslationProvider, failure: Failure, status: number) =>
  failure === "key"
    ? logRefusedKey(provider, status)
    : Effect.logWarning(`${provider.name} translated nothing (${failure}, ${status})`)

const refuse = (
  { name }: TranslationProvider,
  failure: Refusal["failure"],
  languages: Languages,
  answer?: ServiceAnswer,
) =>
  Effect.fail<Refusal>({
    failure,
    problem: problemOf(name, failure, languages, answer === undefined ? "1 min" : whenAgain(answer)),
  })

/** Has marked texts translated, all at once; fails with why they were not. */
export const askProvider = Effect.fn("translation.ask")(function* (
  provider: TranslationProvider,
  texts: ReadonlyArray<string>,
  languages: Languages,
) {
  const failureIn = ({ status, bytes }: ServiceAnswer): Failure => {
    const failure = provider.failureOf(status, bytes.toString("utf8"))
    // A service that finds fault with what it is asked is not down.
    return failure === "down" && status === 400 ? "text" : failure
  }
  const asked = askService(
    provider,
    () => provider.request(texts, languages),
    bounds,
    (answer) => answer.status !== 200 && failureIn(answer) === "tooMany",
  )
  const answer = yield* Effect.catch(asked, (failure) => refuse(provider, failure, languages))
  if (answer.status !== 200) {
    const failure = failureIn(answer)
    yield* logFailure(provider, failure, answer.status)
    return yield* refuse(provider, failure, languages, answer)
  }
  const read = Option.getOrUndefined(provider.read(answer.bytes.toString("utf8")))
  if (read?.length === texts.length) return read
  yield* Effect.logWarning(`${provider.name} answered with ${read?.length ?? "no"} texts in place of ${texts.length}`)
  return yield* refuse(provider, "wrong", languages)
})
