import { Context, Effect, Layer, Result, Semaphore } from "effect"
import type { TranslationService } from "#schemas/language/translationFacts.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { placeholderProblems, placeholdersIn } from "#server/outreach/translations/placeholders.rule.ts"
import { askProvider, type Refusal } from "./askProvider.ts"
import { azureProvider, type AzureConfig } from "./azure.ts"
import { cutText, isTranslated, markedLine, type CutText, type Line } from "./cutText.rule.ts"
import { deeplProvider, type DeeplConfig } from "./deepl.ts"
import { googleProvider, type GoogleConfig } from "./google.ts"
import { libreProvider, type LibreConfig } from "./libre.ts"
import type { Languages, TranslationProvider } from "./provider.ts"
import { readMarked } from "./readMarked.ts"

/** The service that translates texts; none without a setting. */
export type TranslationConfig =
  | { readonly azure: AzureConfig }
  | { readonly deepl: DeeplConfig }
  | { readonly google: GoogleConfig }
  | { readonly libre: LibreConfig }
  | undefined

/** From which language into which, and the names that stay as they are. */
export type Wanted = Languages & { readonly names: ReadonlyArray<string> }

type Translated = Result.Result<string, Problem>

/** So many requests are under way at once. */
const together = 2

/**
 * What one request is made of, and what is to become of its answer. Marks of all texts have numbers of their own, counted
 * from `first` in each text, so that an answer in another order goes into no other text.
 */
type Sent = ReturnType<typeof markedLine> & { readonly line: Line; readonly first: number }

/** Failures of the service and not of a text: what comes next would meet them too. */
const endsAll = ({ failure }: Refusal): boolean => !["tooLong", "text", "wrong"].includes(failure)

/** As many lines in each request as the service takes. */
const batchesOf = (lines: ReadonlyArray<Sent>, { limits }: TranslationProvider): ReadonlyArray<ReadonlyArray<Sent>> => {
  const batches: Array<Array<Sent>> = []
  let characters = 0
  for (const one of lines) {
    const count = Array.from(one.marked).length
    const batch = batches.at(-1)
    if (batch === undefined || batch.length === limits.texts || characters + count > limits.characters) {
      batches.push([one])
      characters = count
    } else {
      batch.push(one)
      characters += count
    }
  }
  return batches
}

/** What comes back for a line: it says something, and what stays is there as often as before. */
const lineOf = (answer: string, { line, first, before, after }: Sent): Line | undefined => {
  const read = readMarked(answer.trim())?.map((part) => (typeof part === "number" ? part - first : part))
  const ids = (parts: Line) => parts.filter((part) => typeof part === "number").toSorted((one, other) => one - other)
  if (read === undefined || ids(read).join() !== ids(line).join() || !isTranslated(read)) return undefined
  return [before, ...read, after]
}

type Answered = ReadonlyArray<Result.Result<string, Refusal>>

/** Has lines translated, batch by batch; those that are too long together, or of which one cannot be taken, are asked for by halves. */
const askLines = Effect.fnUntraced(function* (
  provider: TranslationProvider,
  lines: ReadonlyArray<Sent>,
  languages: Languages,
) {
  const waiting = [...batchesOf(lines, provider)]
  const answers: Array<Result.Result<string, Refusal>> = []
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const asked = yield* Effect.result(
      askProvider(
        provider,
        batch.map(({ marked }) => marked),
        languages,
      ),
    )
    if (Result.isSuccess(asked)) {
      answers.push(...asked.success.map((text) => Result.succeed(text)))
      continue
    }
    const refused = Result.fail(asked.failure)
    if (endsAll(asked.failure)) return [...answers, ...lines.slice(answers.length).map(() => refused)]
    const half = Math.ceil(batch.length / 2)
    if (asked.failure.failure !== "wrong" && half < batch.length)
      waiting.unshift(batch.slice(0, half), batch.slice(half))
    else answers.push(...batch.map(() => refused))
  }
  return answers as Answered
})

/** Choices have an order that a sentence of another language does not change. */
const choicesIn = (text: string): string =>
  placeholdersIn(text)
    .filter((place) => place.startsWith("{%"))
    .join()

const linksIn = (text: string): number => text.match(/https?:\/\/|www\./gi)?.length ?? 0

/** A text of its lines, or why it is none: a service that lost a value or a link has translated nothing. */
const textOf = (
  name: string,
  source: string,
  cut: CutText,
  sent: ReadonlyArray<Sent>,
  answers: Answered,
): Translated => {
  const lost = (what: string): Translated =>
    Result.fail(problem("Invalid", `${name} changed a part of the text that must stay: ${what}`))
  const lines: Array<Line> = []
  for (const [at, one] of sent.entries()) {
    const answer = answers[at]
    if (answer === undefined || Result.isFailure(answer))
      return Result.fail(answer?.failure.problem ?? problem("Unavailable", `${name} does not answer.`))
    const line = lineOf(answer.success, one)
    const kept = one.line.flatMap((part) => (typeof part === "number" ? (cut.kept[part] ?? []) : []))
    if (line === undefined) return lost(kept.length === 0 ? "its answer is no plain text." : `${kept.join(", ")}.`)
    lines.push(line)
  }
  const text = cut.join(lines)
  const [problems] = placeholderProblems(source, text)
  if (problems !== undefined) return lost(problems)
  if (linksIn(text) > linksIn(source)) return lost("it added a link.")
  return choicesIn(source) === choicesIn(text) ? Result.succeed(text) : lost("its choices are in another order.")
}

const translateBy = Effect.fnUntraced(function* (
  provider: TranslationProvider,
  texts: ReadonlyArray<string>,
  { names, ...languages }: Wanted,
) {
  let marks = 0
  const cuts = texts.map((source) => {
    const cut = cutText(source, names)
    const first = marks
    marks += cut.kept.length
    const mark = (id: number, kept: string): string => provider.mark(first + id, kept)
    const sent = cut.lines.map((line): Sent => ({ line, first, ...markedLine(line, cut.kept, mark) }))
    return { source, cut, sent }
  })
  const answers = yield* askLines(
    provider,
    cuts.flatMap(({ sent }) => sent),
    languages,
  )
  let place = 0
  return cuts.map(({ source, cut, sent }): Translated => {
    const own = answers.slice(place, (place += sent.length))
    return textOf(provider.name, source, cut, sent, own)
  })
})

const providerOf = (config: TranslationConfig): TranslationProvider | undefined => {
  if (config === undefined) return undefined
  if ("azure" in config) return azureProvider(config.azure)
  if ("deepl" in config) return deeplProvider(config.deepl)
  return "google" in config ? googleProvider(config.google) : libreProvider(config.libre)
}

const none = problem("NotAllowedNow", "No translation service is set up. Ask the person who runs this program.")

/** Translates texts by the service that an operator named; none is needed (decision 114). */
export class Translator extends Context.Service<
  Translator,
  {
    /** The service; null where none is set up. */
    readonly service: TranslationService | null
    /**
     * Translates texts, each by itself: one that comes back without its values, choices or links, and each after the
     * service refused, has its reason, and the others are there. Texts have no signs that XML cannot hold.
     */
    readonly translate: (texts: ReadonlyArray<string>, wanted: Wanted) => Effect.Effect<ReadonlyArray<Translated>>
  }
>()("admin-view/translation/Translator") {
  /** The service of a configuration. */
  static readonly layerOf = (config: TranslationConfig) =>
    Layer.effect(
      Translator,
      Effect.gen(function* () {
        const provider = providerOf(config)
        const turns = yield* Semaphore.make(together)
        return Translator.of({
          service: provider?.name ?? null,
          translate: (texts, wanted) =>
            provider === undefined
              ? Effect.succeed(texts.map(() => Result.fail(none)))
              : translateBy(provider, texts, wanted).pipe(Semaphore.withPermits(turns, 1)),
        })
      }),
    )

  /** No service. */
  static readonly layer = Translator.layerOf(undefined)
}
