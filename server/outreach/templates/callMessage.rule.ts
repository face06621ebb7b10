import { Result } from "effect"
import { flowIn } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow, CallStep, Prompt } from "#schemas/outreach/callFlow.ts"
import type { Values } from "./liquid.rule.ts"
import { ofLanguage, readSpoken, renderMessage, type Message, type ReadyMessage } from "./message.rule.ts"

const textOf = (prompt: Prompt): string => (prompt._tag === "Speech" ? prompt.text : "")

/** All that a step may say as text, in the order in which a caller may hear it. */
const promptsOf = (step: CallStep): ReadonlyArray<string> => [
  ...("prompt" in step ? [textOf(step.prompt)] : []),
  ...(step._tag === "Menu" ? [step.wrongKey] : []),
]

/** All that a call may say as text, by step; what is left on a voicemail has none. */
export const spokenIn = ({ steps, voicemail }: CallFlow) => [
  ...steps.flatMap((step) => promptsOf(step).map((text): { step: CallStep | null; text: string } => ({ step, text }))),
  ...(voicemail._tag === "LeaveMessage" ? [{ step: null, text: textOf(voicemail.prompt) }] : []),
]

/** The call flow with each of its texts rewritten. */
const rewritten = (flow: CallFlow, write: (text: string) => string): CallFlow => {
  const prompt = (one: Prompt): Prompt => (one._tag === "Speech" ? { ...one, text: write(one.text) } : one)
  return {
    ...flow,
    steps: flow.steps.map((step): CallStep => {
      if (step._tag === "HangUp") return step
      if (step._tag === "Menu") return { ...step, prompt: prompt(step.prompt), wrongKey: write(step.wrongKey) }
      return { ...step, prompt: prompt(step.prompt) }
    }),
    voicemail:
      flow.voicemail._tag === "LeaveMessage"
        ? { ...flow.voicemail, prompt: prompt(flow.voicemail.prompt) }
        : flow.voicemail,
  }
}

/** What a call flow says in one more language. */
export type CallInLanguage = { readonly language: string; readonly words: CallTranslation }

/** A call flow with its texts, read. */
type ReadFlow = { readonly flow: CallFlow; readonly texts: ReadonlyMap<string, Message> }

const readFlow = (flow: CallFlow, language?: string): Result.Result<ReadFlow, string> =>
  Result.gen(function* () {
    const texts = new Map<string, Message>()
    for (const { text } of spokenIn(flow)) if (!texts.has(text)) texts.set(text, yield* readSpoken(text, language))
    return { flow, texts }
  })

const renderFlow = ({ flow, texts }: ReadFlow, values: Values) => {
  const missing = new Set<string>()
  const text = JSON.stringify(
    rewritten(flow, (one) => {
      const message = texts.get(one)
      if (message === undefined) return one
      const rendered = renderMessage(message, values)
      for (const name of rendered.missing) missing.add(name)
      return rendered.text
    }),
  )
  return { text, missing: [...missing] }
}

/**
 * Reads what a call flow says in each of its languages, once for many people; what it renders is a call flow as JSON, in
 * the language of the person where it is there. Fails with one sentence.
 */
export const readCallFlow = (
  flow: CallFlow,
  translations: ReadonlyArray<CallInLanguage> = [],
): Result.Result<Omit<ReadyMessage, "text">, string> =>
  Result.gen(function* () {
    const own = yield* readFlow(flow)
    const others = new Map<string, { readonly language: string; readonly read: ReadFlow }>()
    for (const { language, words } of translations)
      others.set(language, { language, read: yield* readFlow(flowIn(flow, words, language), language) })
    const render: ReadyMessage["render"] = (values, wanted) => {
      const { read, ...of } = ofLanguage(others, wanted) ?? { read: own }
      return { ...renderFlow(read, values), ...of }
    }
    const texts = [own, ...[...others.values()].map(({ read }) => read)].flatMap((read) => [...read.texts.values()])
    return { variables: [...new Set(texts.flatMap(({ variables }) => variables))], render }
  })
