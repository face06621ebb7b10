import { Result } from "effect"
import { limits } from "#schemas/constants.ts"
import { saidPlaces, translationFor, wordsAt, type SaidPlace } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { TranslationWords } from "#schemas/language/translation.ts"
import { callFlowLimits, type CallFlow } from "#schemas/outreach/callFlow.ts"
import { isSpokenByCarrier } from "#schemas/outreach/voice.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { nameOf } from "./callTranslation.rule.ts"
import { languageName } from "./languageName.rule.ts"

/** What a service is asked to translate of a template, text by text, and what the answers make together. */
export type MachineUnit<Words extends TranslationWords = TranslationWords> = {
  readonly texts: ReadonlyArray<string>
  /** Of one text: what stands in front of a sentence about it, and how long its translation may be. */
  readonly aboutOf: (place: number) => string
  readonly maxCharacters: number
  /** The translation, of as many texts as were asked for. */
  readonly wordsOf: (translated: ReadonlyArray<string>) => Words
}

const refused = (message: string): Result.Result<never, Problem> => Result.fail(problem("Invalid", message))

/** A text is translated as one. */
export const unitOfText = (text: string): MachineUnit<string> => ({
  texts: [text],
  aboutOf: () => "",
  maxCharacters: limits.messageCharacters * 2,
  wordsOf: ([translated = ""]) => translated,
})

const withWords = (words: CallTranslation, { step, part }: SaidPlace, text: string): CallTranslation =>
  part === "voicemail"
    ? { ...words, voicemail: text }
    : {
        ...words,
        prompts: words.prompts.map((one) => (one.stepId === step?.stepId ? { ...one, [part]: text } : one)),
      }

/**
 * A call flow is translated place by place. Its recordings keep the words that someone wrote for them, and its voice stays
 * the one of `written`. Fails with Invalid for a language that no carrier's voice speaks, where a recording has no words,
 * which a service cannot hear, and for a call flow that says nothing.
 */
export const unitOfCall = (
  flow: CallFlow,
  language: string,
  written: CallTranslation | null,
): Result.Result<MachineUnit<CallTranslation>, Problem> => {
  if (!isSpokenByCarrier(language))
    return refused(`The carrier has no voice that speaks ${languageName(language)}, so calls cannot be said in it.`)
  const empty = translationFor(flow, written)
  const places = saidPlaces(flow)
  const silent = places.filter(
    (place) => place.prompt._tag === "Recording" && (wordsAt(empty, place) ?? "").trim() === "",
  )
  if (silent.length > 0)
    return refused(
      `A service cannot hear the recording of ${silent.map((place) => nameOf(place)).join(", ")}. Write its words by hand first.`,
    )
  const spoken = places.flatMap((place) => (place.prompt._tag === "Speech" ? [{ place, text: place.prompt.text }] : []))
  if (spoken.length === 0) return refused("This call flow says nothing that a service could translate.")
  return Result.succeed({
    texts: spoken.map(({ text }) => text),
    aboutOf: (at) => (spoken[at] === undefined ? "" : `${nameOf(spoken[at].place)}: `),
    maxCharacters: callFlowLimits.promptCharacters,
    wordsOf: (translated) =>
      spoken.reduce((words, { place }, at) => withWords(words, place, translated[at] ?? ""), empty),
  })
}
