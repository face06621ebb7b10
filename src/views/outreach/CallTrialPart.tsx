import { Button } from "@blueprintjs/core"
import { useId, useMemo, type ReactNode } from "react"
import type { CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { heardFrom, wrongKeyAt } from "#machines/lifecycles/calls/callHeard.ts"
import { tryCall, type CallTrial, type TrialLine } from "#machines/lifecycles/calls/callTrial.ts"
import {
  isCallFlowOutdated,
  type CallFlowsEvent,
  type CallFlowsSnapshot,
} from "#machines/outreach/callFlows.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { phoneKeys, type CallFlow, type Prompt } from "#schemas/outreach/callFlow.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { sampleValues } from "#schemas/outreach/variables.ts"
import type { SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"
import { CallSound } from "./CallSound.tsx"
import { CallTests } from "./CallTests.tsx"
import { CallFlowChart } from "./CallFlowChart.tsx"
import { KeepCallTest, useTestReason } from "./KeepCallTest.tsx"
import { useStepWords } from "./useStepWords.ts"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly rights: Rights
  readonly shown: Ivr
  /** The form in which a call is named that is kept as a test. */
  readonly form: SeenForm | undefined
  /** The real call to the person who tries it, which has a chart of its own. */
  readonly callMe?: ReactNode
}

/** A prompt as one person would hear it: samples stand for the plain variables. */
const heard = (text: string): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => sampleValues[name] ?? whole)

const Happened = ({ event }: Pick<TrialLine, "event">) => {
  const words = useWords()
  // That a step ended is heard: the next one speaks.
  if (event === null || event.type === "StepFinished") return null
  const text =
    event.type === "KeyPressed"
      ? words("callFlow.try.pressed", { key: event.key })
      : words(`callFlow.try.${event.type}`)
  return <li className="call-mine call-key">{text}</li>
}

const Came = ({ line, flow }: { readonly line: TrialLine; readonly flow: CallFlow }) => {
  const { step, state } = line
  const wrongKey = wrongKeyAt(line)
  const words = useWords()
  const known = useKnownWords()
  const { about, said } = useStepWords(flow)
  const bubble = (text: string) =>
    text === "" ? (
      <span className="muted">{words("callFlow.try.silence")}</span>
    ) : (
      <p className="bubble">{heard(text)}</p>
    )
  const spoken = (prompt: Prompt) => bubble(said(prompt))
  if (state === "ringing") return <li className="muted">{words("callFlow.try.rings")}</li>
  if (state === "voicemail")
    return (
      <li>
        <span className="call-kind">{words("callFlow.try.leaves")}</span>
        {flow.voicemail._tag === "LeaveMessage" && spoken(flow.voicemail.prompt)}
      </li>
    )
  if (step === undefined)
    return (
      <li>
        <strong {...(state === "silent" ? { className: "call-faulty" } : {})}>
          {known(`callFlow.end.${state}`) ?? state}
        </strong>
      </li>
    )
  return (
    <li>
      <span className="call-kind">
        {about(step)} ({words(`callFlow.step.${step._tag}`)})
      </span>
      {wrongKey !== "" && bubble(wrongKey)}
      {"prompt" in step && spoken(step.prompt)}
    </li>
  )
}

const Transcript = ({ trial, flow }: { readonly trial: CallTrial; readonly flow: CallFlow }) => {
  const words = useWords()
  return (
    <ol className="call-transcript" aria-label={words("callFlow.try.transcript")} aria-live="polite">
      {trial.lines.flatMap((line, index) => [
        <Happened key={`${index} event`} event={line.event} />,
        <Came key={`${index} came`} line={line} flow={flow} />,
      ])}
      {trial.optedOut !== null && <li className="muted">{words("callFlow.try.stops", { scope: trial.optedOut })}</li>}
    </ol>
  )
}

/** What is heard after all that happened; nothing while the sound is off. */
const useHeard = ({ page: { snapshot }, flow }: Pick<Props, "page"> & { readonly flow: CallFlow }) => {
  const isOn = snapshot.matches({ sound: "on" })
  return (...more: ReadonlyArray<CallEvent>) => ({
    heard: isOn ? heardFrom(flow, [...snapshot.context.tried, ...more]) : [],
    voice: flow.voice,
  })
}

const Phone = ({ page, flow, trial }: Pick<Props, "page"> & { readonly flow: CallFlow; readonly trial: CallTrial }) => {
  const words = useWords()
  const heard = useHeard({ page, flow })
  const noKeys = useId()
  const happen = (event: CallEvent) => page.send({ type: "call.happened", event, ...heard(event) })
  return (
    <>
      <div className="call-keypad" role="group" aria-label={words("callFlow.try.keypad")}>
        {phoneKeys.map((key) => (
          <HeldButton
            key={key}
            text={key}
            aria-label={words("callFlow.try.press", { key })}
            reason={trial.takesKeys ? undefined : words("callFlow.try.keypad.cannot")}
            saidIn={noKeys}
            onClick={() => happen({ type: "KeyPressed", key })}
          />
        ))}
      </div>
      {!trial.takesKeys && (
        <p id={noKeys} className="muted">
          {words("callFlow.try.keypad.cannot")}
        </p>
      )}
      <div className="call-buttons">
        {trial.next.map((type) => (
          <Button
            key={type}
            text={words(`callFlow.try.${type}`)}
            {...(type === "CallerHungUp" ? { intent: "danger" as const, variant: "outlined" as const } : {})}
            onClick={() => happen({ type })}
          />
        ))}
      </div>
    </>
  )
}

/** The simulator: what a call says and does, by keys and by what happens on the line; the production chart runs it. Below it stand the calls that are kept as tests. */
export const CallTrialPart = ({ page, rights, shown, form, callMe }: Props) => {
  const words = useWords()
  const { flow } = shown
  const { tried } = page.snapshot.context
  const trial = useMemo(() => tryCall(flow, tried), [flow, tried])
  const reason = useTestReason(rights, shown)
  const waits = !page.snapshot.matches({ deed: "none" }) || isCallFlowOutdated(page.snapshot, shown)
  const given = { page, shown, trial, reason, waits }
  return (
    <div className="call-columns">
      <div className="thing-column">
        <Section
          title={words("callFlow.try.title")}
          caption={words("callFlow.try.caption")}
          aside={
            <HeldButton
              size="small"
              text={words("callFlow.try.restart")}
              reason={tried.length === 0 ? words("callFlow.try.restart.cannot") : undefined}
              onClick={() => page.send({ type: "call.restarted" })}
            />
          }
        >
          <div className="call-trial">
            <CallSound page={page} rights={rights} flow={flow} />
            <Transcript trial={trial} flow={flow} />
            {!trial.isOver && <Phone page={page} flow={flow} trial={trial} />}
            <KeepCallTest {...given} form={form} />
          </div>
        </Section>
        {callMe}
        <CallTests {...given} />
      </div>
      <CallFlowChart flow={flow} current={trial.step?.stepId ?? null} />
    </div>
  )
}
