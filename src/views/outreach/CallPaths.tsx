import { useMemo } from "react"
import { callPaths, mostPaths, type CallPath } from "#machines/lifecycles/calls/callPaths.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Section } from "#views/parts/Page.tsx"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"
import { useStepWords } from "./useStepWords.ts"

const Path = ({ flow, path }: { readonly flow: CallFlow; readonly path: CallPath }) => {
  const words = useWords()
  const known = useKnownWords()
  const { about } = useStepWords(flow)
  const { steps, end, again } = path
  const isSilent = end === "silent"
  return (
    <li>
      {steps.map(({ step, key }) => (
        <span key={step.stepId}>
          {about(step)}{" "}
          {key !== null && (
            <span className="call-key">
              {key === "none" ? words("callFlow.path.none") : words("callFlow.path.key", { key })}
            </span>
          )}
        </span>
      ))}
      <strong {...(isSilent ? { className: "call-faulty" } : {})}>
        {again === null ? (known(`callFlow.end.${end}`) ?? end) : words("callFlow.path.again", { step: about(again) })}
      </strong>
    </li>
  )
}

/** Every way that a call of a person who answers can take, as the chart walks it. */
export const CallPaths = ({ flow }: { readonly flow: CallFlow }) => {
  const words = useWords()
  const paths = useMemo(() => callPaths(flow), [flow])
  return (
    <Section title={words("callFlow.paths")} caption={words("callFlow.paths.caption", { count: paths.length })}>
      <ol className="call-paths">
        {paths.map((path, index) => (
          <Path key={index} flow={flow} path={path} />
        ))}
      </ol>
      {paths.length === mostPaths && <p className="muted">{words("callFlow.paths.more", { shown: mostPaths })}</p>}
    </Section>
  )
}
