import { Result } from "effect"
import type { CallFlow, CallStep, Prompt } from "#schemas/outreach/callFlow.ts"
import type { Values } from "./liquid.rule.ts"
import { readSpoken, renderMessage, type Message, type ReadyMessage } from "./message.rule.ts"

const textOf = (prompt: Prompt): string => (prompt._tag === "Speech" ? prompt.text : "")

/** All that a step may say as text, in the order in which a caller may hear it. */
export const promptsOf = (step: CallStep): ReadonlyArray<string> => [
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

/** Reads what a call flow says, once for many people; what it renders is a call flow as JSON. Fails with one sentence. */
export const readCallFlow = (flow: CallFlow): Result.Result<Omit<ReadyMessage, "text">, string> =>
  Result.gen(function* () {
    const read = new Map<string, Message>()
    for (const { text } of spokenIn(flow)) if (!read.has(text)) read.set(text, yield* readSpoken(text))
    const render = (values: Values) => {
      const missing = new Set<string>()
      const text = JSON.stringify(
        rewritten(flow, (one) => {
          const message = read.get(one)
          if (message === undefined) return one
          const rendered = renderMessage(message, values)
          for (const name of rendered.missing) missing.add(name)
          return rendered.text
        }),
      )
      return { text, missing: [...missing] }
    }
    return { variables: [...new Set([...read.values()].flatMap(({ variables }) => variables))], render }
  })
