import { Schema } from "effect"
import { waysOf } from "#machines/lifecycles/calls/callWays.ts"
import { fieldAt, flowIn, saidPlaces, wordsAt, type SaidPlace } from "#schemas/language/callInLanguage.ts"
import { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow, CallStep, Menu, PhoneKey, StepId } from "#schemas/outreach/callFlow.ts"
import { isSpokenByCarrier, speaks } from "#schemas/outreach/voice.ts"
import { spokenProblems } from "#server/outreach/templates/callFlow.rule.ts"
import type { CallInLanguage } from "#server/outreach/templates/callMessage.rule.ts"
import { languageName } from "./languageName.rule.ts"
import { placeholderProblems } from "./placeholders.rule.ts"

/** Decodes the stored translation of a call flow; a text that is none is a defect. */
export const decodeCallTranslation = Schema.decodeUnknownSync(Schema.fromJsonString(CallTranslation))

/** What is wrong with a translation, and at which field of its form. */
export type Fault = { readonly field: string; readonly message: string }

/** How a place of a call flow is named in sentences. */
export const nameOf = ({ step }: SaidPlace): string => (step === null ? "Voicemail" : `“${step.name}”`)

const unwritten: Readonly<Record<SaidPlace["part"], (name: string) => string>> = {
  text: (name) => `Write what ${name} says.`,
  wrongKey: (name) => `Write what ${name} says after a key that leads nowhere.`,
  voicemail: () => "Write what is left on a voicemail.",
}

/** Of one place: that it has words, and that they have the values of the call flow's own. A recording names no value. */
const wordFaults = (words: CallTranslation, place: SaidPlace): ReadonlyArray<Fault> => {
  const field = fieldAt(words, place)
  const text = wordsAt(words, place) ?? ""
  if (text.trim() === "") return [{ field, message: unwritten[place.part](nameOf(place)) }]
  if (place.prompt._tag === "Recording") return []
  return placeholderProblems(place.prompt.text, text).map((sentence) => ({
    field,
    message: `${nameOf(place)}: ${sentence}`,
  }))
}

/** Words that no one would hear. */
const superfluous = (flow: CallFlow, { prompts, voicemail }: CallTranslation): ReadonlyArray<Fault> => {
  const places = saidPlaces(flow)
  const isSaid = (stepId: number | undefined, part: SaidPlace["part"]): boolean =>
    places.some((place) => place.step?.stepId === stepId && place.part === part)
  return [
    ...prompts.flatMap(({ stepId, text, wrongKey = "" }, place): ReadonlyArray<Fault> => {
      const at = `text.prompts.${place}`
      if (prompts.findIndex((one) => one.stepId === stepId) < place)
        return [{ field: at, message: `The words of step ${stepId} stand here twice.` }]
      return [
        ...(text.trim() !== "" && !isSaid(stepId, "text")
          ? [{ field: `${at}.text`, message: `Step ${stepId} of the call flow says nothing.` }]
          : []),
        ...(wrongKey.trim() !== "" && !isSaid(stepId, "wrongKey")
          ? [{ field: `${at}.wrongKey`, message: `Step ${stepId} says nothing after a key that leads nowhere.` }]
          : []),
      ]
    }),
    ...(voicemail !== null && !isSaid(undefined, "voicemail")
      ? [{ field: "text.voicemail", message: "The call flow leaves no message on a voicemail." }]
      : []),
  ]
}

/** The zeros of the digits that languages of companies are written with besides ours. */
const zeros = ["٠", "۰", "०", "０"].map((zero) => zero.codePointAt(0) ?? 0)

const plainDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((one) => code >= one && code <= one + 9)
  return zero === undefined ? digit : String(code - zero)
}

/** The signs of a phone's keys as East Asian scripts write them. */
const wideSigns: Readonly<Record<string, string>> = { "＊": "*", "＃": "#" }

/** What stands for a value or chooses, and is not said as it is written. */
const liquid = /\{[{%].*?[%}]\}/gs

/** The keys that a text names: digits that stand alone, and the signs. */
const keysIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replaceAll(liquid, " ")
      .replaceAll(/\p{Nd}/gu, plainDigit)
      .replaceAll(/[＊＃]/g, (sign) => wideSigns[sign] ?? sign)
      .match(/(?<!\d[.,:]?)\d(?![.,:]?\d)|[*#]/gu),
  )

const menusOf = ({ steps }: CallFlow): ReadonlyArray<Menu> => steps.filter((step) => step._tag === "Menu")

const textOf = (words: CallTranslation, { stepId }: CallStep): string =>
  words.prompts.find((one) => one.stepId === stepId)?.text ?? ""

/** Whether every call that comes to a menu has heard a step before: no way there goes around it. */
const isHeardBefore = ({ steps }: CallFlow, { stepId }: Menu, before: CallStep): boolean => {
  const around = steps.filter((step) => step.stepId !== before.stepId)
  const found = new Set<StepId | null>(steps.slice(0, 1).map((first) => first.stepId))
  // A set is walked in the order in which it is filled, what is added on the way included.
  for (const id of found) {
    const step = around.find((one) => one.stepId === id)
    for (const { to } of step === undefined ? [] : waysOf(step)) found.add(to)
  }
  return before.stepId !== stepId && !found.has(stepId)
}

/** How a key is written into a text. */
const asWritten = (key: PhoneKey): string => (/\d/.test(key) ? "Write it as a digit." : `Write it as ${key}.`)

/** Keys stay as they are: what a menu names in the call flow it names in each language, above all what stops the calls. */
const keyFaults = (flow: CallFlow, words: CallTranslation): ReadonlyArray<Fault> => {
  const stops = (menu: Menu, key: PhoneKey): boolean => {
    const next = menu.keys.find((one) => one.key === key)?.next
    return flow.steps.some(({ stepId, _tag }) => stepId === next && _tag === "OptOut")
  }
  const saidBefore = (menu: Menu): ReadonlySet<string> =>
    keysIn(
      flow.steps
        .filter((step) => isHeardBefore(flow, menu, step))
        .map((step) => textOf(words, step))
        .join("\n"),
    )
  return menusOf(flow).flatMap((menu) => {
    const text = textOf(words, menu)
    const [wanted, named] = [menu.prompt._tag === "Speech" ? keysIn(menu.prompt.text) : new Set(), keysIn(text)]
    if (text.trim() === "") return []
    const field = fieldAt(words, { step: menu, part: "text", prompt: menu.prompt })
    return menu.keys.flatMap(({ key }): ReadonlyArray<Fault> => {
      if (named.has(key)) return []
      if (wanted.has(key)) return [{ field, message: `“${menu.name}”: key ${key} is missing. ${asWritten(key)}` }]
      return stops(menu, key) && !saidBefore(menu).has(key)
        ? [{ field, message: `“${menu.name}”: say that key ${key} stops the calls. ${asWritten(key)}` }]
        : []
    })
  })
}

/** Who speaks: a voice of the language, next to one of the carrier's, which says what no sound is kept of. */
const voiceFaults = ({ voice }: CallTranslation, language: string): ReadonlyArray<Fault> => {
  const field = "text.voice"
  const spoken = languageName(language)
  if (!isSpokenByCarrier(language))
    return [{ field, message: `The carrier has no voice that speaks ${spoken}, so calls cannot be said in it.` }]
  if (voice === null || speaks(voice, language)) return []
  const other = languageName(voice.language)
  return [{ field, message: `The voice ${voice.name} speaks ${other}. Choose one that speaks ${spoken}.` }]
}

/** What a translation of a call flow lacks or has without need, by the fields of its form: it is not kept with such a fault. */
export const callTranslationFaults = (flow: CallFlow, { language, words }: CallInLanguage): ReadonlyArray<Fault> => [
  ...voiceFaults(words, language),
  ...saidPlaces(flow).flatMap((place) => wordFaults(words, place)),
  ...superfluous(flow, words),
  ...keyFaults(flow, words),
]

/** What keeps a translation of a call flow from being published, as sentences: its faults, and all that what a call says is held to. */
export const callTranslationProblems = (
  flow: CallFlow,
  translated: CallInLanguage,
  context: Parameters<typeof spokenProblems>[1],
): ReadonlyArray<string> => {
  const { language, words } = translated
  return [
    ...new Set([
      ...callTranslationFaults(flow, translated).map(({ message }) => message),
      ...spokenProblems(flowIn(flow, words, language), context),
    ]),
  ]
}
