import { Link } from "wouter"
import type { CarrierStep } from "#schemas/administration/demo.ts"
import { Section } from "#views/parts/Page.tsx"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"

const tones: Readonly<Record<string, Tone>> = {
  SendStarted: "info",
  SendAccepted: "info",
  SendDeferred: "warning",
  RecipientHeld: "warning",
  SendLost: "warning",
  SendRefused: "danger",
  MessageFailed: "danger",
  RecipientOptedOut: "danger",
  MessageDelivered: "success",
  ReplyReceived: "success",
}

const Step = ({ step }: { readonly step: CarrierStep }) => {
  const words = useWords()
  const known = useKnownWords()
  return (
    <li>
      <Time at={step.at} />
      <StateTag tone={tones[step.type] ?? "neutral"}>{known(`handset.step.${step.type}`) ?? step.type}</StateTag>
      <span className="carrier-step-note">
        <Link href={`/campaign?id=${step.campaignHashedId}`}>{step.campaign}</Link>
        {step.code !== null && <span className="muted">{words("handset.step.code", { code: step.code })}</span>}
      </span>
    </li>
  )
}

/** What became known of a phone's texts, the newest first, each with its campaign. */
export const CarrierSteps = ({ steps }: { readonly steps: ReadonlyArray<CarrierStep> }) => {
  const words = useWords()
  return (
    <Section title={words("handset.steps")}>
      {steps.length === 0 ? (
        <p className="muted">{words("handset.steps.none")}</p>
      ) : (
        <ol className="carrier-steps" aria-label={words("handset.steps")}>
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ol>
      )}
    </Section>
  )
}
