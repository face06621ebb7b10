import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { InspectedRun, InspectorEvent, InspectorSnapshot } from "#machines/administration/inspector.machine.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly inspector: Seen<InspectorSnapshot, InspectorEvent>
  /** Whether the inspected tab was asked to send to Stately's inspector. */
  readonly offersStately: boolean
  /** The chosen chart as a picture. */
  readonly picture: ReactNode
}

const Stately = ({ inspector }: Pick<Props, "inspector">) => {
  const words = useWords()
  const { snapshot, send } = inspector
  if (snapshot.matches({ window: "open" })) return <Notice>{words("inspector.stately.opened")}</Notice>
  return (
    <Notice intent={snapshot.matches({ window: "blocked" }) ? "warning" : "none"}>
      <p>{words(snapshot.matches({ window: "blocked" }) ? "inspector.stately.blocked" : "inspector.stately.text")}</p>
      <Button onClick={() => send({ type: "stately.pressed" })}>{words("inspector.stately")}</Button>
    </Notice>
  )
}

const Charts = ({ inspector }: Pick<Props, "inspector">) => {
  const words = useWords()
  const { runs, chosen } = inspector.snapshot.context
  const nameOf = (run: string | null): string | undefined => runs.find((one) => one.run === run)?.name
  return (
    <Section title={words("inspector.charts")}>
      <ul className="inspected">
        {runs.map(({ run, name, parent, states, running }) => (
          <li key={run}>
            <button
              type="button"
              className="inspected-run"
              {...(run === chosen ? { "aria-current": "true" as const } : {})}
              onClick={() => inspector.send({ type: "run.chosen", run })}
            >
              <strong>{name}</strong>{" "}
              {nameOf(parent) !== undefined && (
                <span className="muted">{words("flows.run.within", { chart: nameOf(parent) })}</span>
              )}{" "}
              <span className="flow-path">{states.join(", ")}</span>{" "}
              {!running && <span className="muted">({words("inspector.ended")})</span>}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Heard = ({ heard }: Pick<InspectedRun, "heard">) => {
  const words = useWords()
  return (
    <Section title={words("inspector.heard")}>
      {heard.length === 0 ? (
        <p>{words("inspector.heard.none")}</p>
      ) : (
        <ol className="flow-steps" reversed tabIndex={0} aria-label={words("inspector.heard")}>
          {heard.map(({ number, event, carried }) => (
            <li key={number} value={number}>
              <strong>{event}</strong> <span className="flow-path">{carried}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const Chosen = ({ run, picture }: { readonly run: InspectedRun; readonly picture: ReactNode }) => {
  const words = useWords()
  return (
    <div className="inspector-chosen">
      <Section title={words("inspector.picture", { chart: run.name })}>
        <p>{words("inspector.states", { states: run.states.join(", ") })}</p>
        {picture}
      </Section>
      <Heard heard={run.heard} />
      <Section title={words("inspector.context")}>
        <pre className="inspected-context" tabIndex={0} aria-label={words("inspector.context")}>
          {run.context}
        </pre>
      </Section>
    </div>
  )
}

/** `/inspector.html`: the charts of the inspected tab, and the chosen one as a picture, with its memory and what it heard. */
export const InspectorView = (props: Props) => {
  const words = useWords()
  const { snapshot } = props.inspector
  const run = snapshot.context.runs.find((one) => one.run === snapshot.context.chosen)
  return (
    <main className="inspector">
      <Page title={words("inspector.title")} lead={words("inspector.lead")}>
        {props.offersStately && <Stately {...props} />}
        {snapshot.matches({ tab: "waiting" }) ? (
          <EmptyState title={words("inspector.waiting")}>{words("inspector.waiting.text")}</EmptyState>
        ) : (
          <div className="inspector-charts">
            <Charts {...props} />
            {run !== undefined && <Chosen run={run} picture={props.picture} />}
          </div>
        )}
      </Page>
    </main>
  )
}
