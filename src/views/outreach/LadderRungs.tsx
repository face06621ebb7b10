import { Link } from "wouter"
import { guardRoute } from "#schemas/routes.ts"
import type { Rights } from "#schemas/access.ts"
import { journeyEnds, type JourneyEnd, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { LadderProgress, MultiCampaignDetail, ShownStep } from "#schemas/outreach/multiCampaign.ts"
import { progressOf, type ProgressPart } from "#schemas/outreach/progress.ts"
import { Bars } from "#views/parts/Bars.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Shares, type ShareTone } from "#views/parts/Progress.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { endTones } from "./LadderPaths.tsx"
import { ChannelIcon } from "./ChannelIcon.tsx"
import { LadderTest, type Choosing } from "./LadderTest.tsx"
import { isBeforeLaunch, StepChecked } from "./LadderCheck.tsx"
import { StepReasons } from "./StepReasons.tsx"
import { TroubleNotice } from "./TroubleNotice.tsx"
import { noValue, useLadderWords } from "./useLadderWords.ts"

type Props = {
  readonly url: PageUrl
  readonly rights: Rights
  readonly shown: MultiCampaignDetail
  readonly counts: LadderProgress
  /** What would become of its people, where it was checked before its launch. */
  readonly checked: LadderCheck | undefined
}

const partTones: Readonly<Record<ProgressPart, ShareTone>> = {
  delivered: "success",
  underway: "active",
  waiting: "neutral",
  held: "warning",
  failed: "danger",
  leftOut: "absent",
  cancelled: "absent",
}

/** The way to the people at a step, 0 for those who have not come in. */
const stepHref = (url: PageUrl, stepId: number, end: JourneyEnd | null = null): string =>
  url.href({ tab: "people", step: String(stepId), end, way: null })

/** Who ended at a step, and how. */
const EndedHere = ({ url, counts, stepId }: Pick<Props, "url" | "counts"> & { readonly stepId: number }) => {
  const words = useWords()
  const here = counts.ways.filter((way) => way.stepId === stepId)
  if (here.length === 0) return null
  return (
    <p className="ladder-foot">
      {journeyEnds.map((end) => {
        const people = here.reduce((sum, way) => sum + (way.as === end ? way.people : 0), 0)
        return people === 0 ? null : (
          <Link key={end} href={stepHref(url, stepId, end)}>
            {words("multi.endedHere", { end: words(`multi.ends.${end}`), people })}
          </Link>
        )
      })}
    </p>
  )
}

/** What stands between a step and the one before: the wait, and who goes on. */
const Between = ({ step, place }: { readonly step: LadderStep; readonly place: number }) => {
  const words = useWords()
  const { waitText } = useLadderWords()
  return (
    <p className="ladder-between">
      <span className="ladder-chip">
        {step.waitMinutes === 0 ? words("multi.wait.none") : words("multi.wait", { wait: waitText(step.waitMinutes) })}
        {place > 0 && step.start === "parallel" && `, ${words("multi.parallel", { number: place })}`}
      </span>
      {place > 0 && (
        <span className="ladder-chip">{words(`multi.condition.${step.onlyIf}`, { ...noValue, ...step.ifValue })}</span>
      )}
    </p>
  )
}

/** What became of those who got a step, each number with the way to them for who may see campaigns. */
const Sent = ({
  step,
  place,
  rights,
}: { readonly step: ShownStep; readonly place: number } & Pick<Props, "rights">) => {
  const words = useWords()
  const parts = progressOf(step.counts).filter(({ people }) => people > 0)
  if (parts.length === 0) return null
  // Each text of a test has its own campaign, which its table leads to.
  const id = guardRoute("/campaign", rights) === "show" && step.test === null ? step.campaignHashedId : null
  return (
    <Shares
      label={words("multi.sent.label", { number: place + 1 })}
      parts={parts.map(({ part, people }) => ({
        name: words(part === "delivered" || part === "failed" ? `multi.sent.${part}` : `progress.${part}`),
        value: people,
        tone: partTones[part],
        ...(id === null ? {} : { href: `/campaign?id=${id}&tab=recipients&recipientState=${part}` }),
      }))}
    />
  )
}

type RungProps = Props & Choosing & { readonly step: LadderStep; readonly place: number }

const Rung = (props: RungProps) => {
  const { url, rights, shown, counts, step, place } = props
  const words = useWords()
  const known =
    counts.steps.find(({ stepId }) => stepId === step.stepId) ??
    shown.counts.steps.find(({ stepId }) => stepId === step.stepId)
  const here = counts.at.find(({ stepId }) => stepId === step.stepId)?.people ?? 0
  // Those who came to steps that begin together are counted once, at the last of them.
  const isLast = shown.draft.steps[place + 1]?.start !== "parallel"
  const mayReport = guardRoute("/campaign", rights) === "show"
  return (
    <li>
      <Between step={step} place={place} />
      <div className="ladder-card">
        <div className="ladder-card-head">
          <h3>
            <span className="ladder-number">{place + 1}</span>
            <ChannelIcon channel={step.channel} />
            {known?.templateName}
          </h3>
          <span className="muted small">
            {words(`multi.channel.${step.channel}`)}
            {typeof known?.templateVersion === "number" &&
              `, ${words("multi.version", { version: known.templateVersion })}`}
          </span>
        </div>
        <p className="muted small">
          {known !== undefined && phoneText(known.senderNumber)}
          {step.retries > 0 && `. ${words("multi.retries", { retries: step.retries, minutes: step.retryMinutes })}`}
        </p>
        {step.test !== undefined && known !== undefined && known.test !== null && (
          <LadderTest {...props} tested={step.test} test={known.test} />
        )}
        {known !== undefined && <TroubleNotice {...known} number={known.senderNumber} />}
        {known !== undefined && <Sent step={known} place={place} rights={rights} />}
        {isBeforeLaunch(shown) && <StepChecked check={props.checked} step={step} number={place + 1} />}
        <StepReasons
          reasons={shown.reasons.filter(({ stepId }) => stepId === step.stepId)}
          label={words("multi.sent.why", { number: place + 1 })}
        />
        {isLast && <EndedHere url={url} counts={counts} stepId={step.stepId} />}
        <p className="ladder-foot">
          {shown.launchedOn !== null && isLast && (
            <Link href={stepHref(url, step.stepId)}>{words("multi.here", { people: here })}</Link>
          )}
          {typeof known?.campaignHashedId === "string" && known.test === null && mayReport && (
            <Link href={`/campaign?id=${known.campaignHashedId}`}>{words("multi.report")}</Link>
          )}
        </p>
      </div>
    </li>
  )
}

const Start = ({ url, shown, counts }: Props) => {
  const words = useWords()
  // Who waits for a test of the first step has come in.
  const waiting = (counts.at.find(({ stepId }) => stepId === 0)?.people ?? 0) - (counts.steps[0]?.test?.waiting ?? 0)
  return (
    <li className="ladder-bound">
      <p>
        <strong>{words("multi.start")}</strong> {shown.listName}
        {shown.launchedOn !== null && `, ${words("multi.start.people", { people: counts.people })}`}
      </p>
      {waiting > 0 && (
        <Link className="lone-link" href={stepHref(url, 0)}>
          {words("multi.start.waiting", { people: waiting })}
        </Link>
      )}
    </li>
  )
}

const End = ({ shown: { draft } }: Pick<Props, "shown">) => {
  const words = useWords()
  const { waitText } = useLadderWords()
  return (
    <li className="ladder-bound">
      <p>
        <strong>{words("multi.end")}</strong> {words("multi.end.stops")}
      </p>
      <p className="ladder-between">
        {[...draft.stops, "optedOut" as const].map((stop) => (
          <span key={stop} className="ladder-chip">
            {words(`multi.stop.${stop}`)}
          </span>
        ))}
        <span className="ladder-chip">{words("multi.stop.touches", { touches: draft.mostTouches })}</span>
      </p>
      <p className="muted small">
        <Word id="multi.end.closes" values={{ wait: waitText(draft.closeAfterMinutes) }} />
      </p>
    </li>
  )
}

/** The steps of a multi-campaign as rungs, with what became of the people at each. */
export const LadderRungs = (props: Props & Choosing) => {
  const words = useWords()
  const { steps } = props.shown.draft
  return (
    <Section title={words("multi.ladder")} caption={words("multi.ladder.caption", { count: steps.length })}>
      <ol className="ladder">
        <Start {...props} />
        {steps.map((step, place) => (
          <Rung key={step.stepId} {...props} step={step} place={place} />
        ))}
        <End {...props} />
      </ol>
    </Section>
  )
}

/** Who has come to an end, and which; with those who go on they are all. */
export const LadderEnds = ({ url, counts }: Pick<Props, "url" | "counts">) => {
  const words = useWords()
  const numbers = useNumbers()
  const ended = counts.ended.reduce((sum, { people }) => sum + people, 0)
  const rows = journeyEnds.flatMap((end) => {
    const value = counts.ended.find((one) => one.as === end)?.people ?? 0
    const href = url.href({ tab: "people", end, step: null, way: null })
    return value === 0 ? [] : [{ id: end, name: words(`multi.ends.${end}`), value, tone: endTones[end], href }]
  })
  return (
    <Section title={words("multi.ended")} caption={words("multi.ended.caption", { ended, people: counts.people })}>
      {rows.length === 0 ? (
        <p className="muted">{words("multi.ended.none")}</p>
      ) : (
        <Bars label={words("multi.ended")} whole={counts.people} share rows={rows} />
      )}
      {counts.people > 0 && (
        <p className="muted">
          {words("multi.ended.goOn")}: {numbers(counts.people - ended)}
        </p>
      )}
    </Section>
  )
}
