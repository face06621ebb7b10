import { useIntl } from "react-intl"
import { waysOf } from "#machines/lifecycles/calls/callWays.ts"
import type { CallFlow, CallStep } from "#schemas/outreach/callFlow.ts"
import { Facts, Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { callerIdText, useRetryWords, useStepWords } from "./useStepWords.ts"
import { useVoiceWords } from "./useVoiceWords.ts"

/** The first line of a step: its number, what it is, its name, and what follows. */
export const StepHead = ({ flow, step }: { readonly flow: CallFlow; readonly step: CallStep }) => {
  const words = useWords()
  const { follows, named } = useStepWords(flow)
  const isOpenEnded = (one: CallStep): boolean => waysOf(one).some(({ to }) => named(to) === undefined)
  return (
    <>
      <span className="call-number">{step.stepId}</span>
      <span className="call-kind">{words(`callFlow.step.${step._tag}`)}</span>
      <span className="call-name">{step.name}</span>
      <span className={isOpenEnded(step) ? "call-then call-faulty" : "call-then"}>{follows(step)}</span>
    </>
  )
}

const Step = ({ flow, step }: { readonly flow: CallFlow; readonly step: CallStep }) => {
  const words = useWords()
  const { said, ways } = useStepWords(flow)
  const text = "prompt" in step ? said(step.prompt) : ""
  return (
    <li>
      <div className="call-step-head">
        <StepHead flow={flow} step={step} />
      </div>
      {text !== "" && <p className="call-step-said">{text}</p>}
      {text === "" && step._tag !== "HangUp" && step._tag !== "Transfer" && (
        <p className="call-step-said muted">{words("callFlow.saysNothing")}</p>
      )}
      {step._tag === "Transfer" && (
        <p className="call-step-said muted">
          {words("callFlow.field.phone")}: {step.phone}
        </p>
      )}
      {step._tag === "OptOut" && (
        <p className="call-step-said muted">
          {words("callFlow.field.scope")}: {words(`callFlow.field.scope.${step.scope}`)}
        </p>
      )}
      {step._tag === "Menu" && (
        <ul className="call-ways">
          {ways(step).map(([way, then], index) => (
            <li key={index}>
              {way}, {then}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** A call flow to read: its steps in order, what happens where a machine answers, how long it rings, and when it is tried again. */
export const CallOutline = ({ flow }: { readonly flow: CallFlow }) => {
  const words = useWords()
  const { said } = useStepWords(flow)
  const tried = useRetryWords()
  const voices = useVoiceWords()
  const intl = useIntl()
  const { voicemail, ringSeconds } = flow
  const caption = words("callFlow.outline.caption", { count: flow.steps.length })
  const message = voicemail._tag === "LeaveMessage" ? [`: ${said(voicemail.prompt)}`] : []
  return (
    <Section title={words("callFlow.outline")} caption={caption}>
      <ol className="call-outline">
        {flow.steps.map((step) => (
          <Step key={step.stepId} flow={flow} step={step} />
        ))}
      </ol>
      <Facts
        rows={[
          [words("callFlow.voicemail"), [words(`callFlow.voicemail.${voicemail._tag}`), ...message].join("")],
          [words("callFlow.callerId"), callerIdText(words, flow)],
          [words("callFlow.voice"), voices.all(flow.voice)],
          [words("callFlow.ring"), words("callFlow.ring.seconds", { seconds: ringSeconds })],
          [words("callFlow.retries"), intl.formatList(tried(flow), { type: "unit" }) || words("callFlow.retries.none")],
        ]}
      />
    </Section>
  )
}
