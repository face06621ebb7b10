import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import { journeyEnds, variantLetter } from "#schemas/outreach/ladder.ts"
import { isWayKey, stepsOfWay } from "#schemas/outreach/ladderWays.ts"
import type { Journey, MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import { recipientStates, type RecipientState } from "#schemas/outreach/recipient.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, UsedChip } from "#views/parts/Filter.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { EndMark } from "./LadderPaths.tsx"
import { RecipientStateTag } from "./RecipientStateTag.tsx"
import { noValue } from "./useLadderWords.ts"
import { ReasonText } from "./ReasonText.tsx"

type Props = {
  readonly url: PageUrl
  readonly shown: MultiCampaignDetail
  readonly journeys: SeenReading<ReadonlyArray<Journey>>
}

type Steps = MultiCampaignDetail["draft"]["steps"]

const numberOf = (steps: Steps, stepId: number | null): number => steps.findIndex((step) => step.stepId === stepId) + 1

/** Whether a state is one of a recipient's, for which there are words. */
const isState = (state: string): state is RecipientState => recipientStates.some((one) => one === state)

type Touch = Journey["touches"][number]

/** What someone got by a step, or why not. */
const Touched = ({ touch, zone, steps }: { readonly touch: Touch; readonly zone: string; readonly steps: Steps }) => {
  const words = useWords()
  const { stepId, variant, state, reason, at, heldUntil, attempts, openedOn } = touch
  const { channel = "SMS", test } = steps.find((step) => step.stepId === stepId) ?? {}
  return (
    <>
      {test !== undefined && `${words("multi.test.text", { letter: variantLetter(variant) })} `}
      {isState(state) ? <RecipientStateTag state={state} channel={channel} /> : state}{" "}
      <span className="muted small">
        {heldUntil === null ? (
          <Time at={at} zone={zone} />
        ) : (
          <Word id="recipients.heldUntil" values={{ time: <Time at={heldUntil} zone={zone} inSentence /> }} />
        )}
        {channel === "IVR" && attempts > 1 && `, ${words("multi.journey.attempts", { attempts })}`}
      </span>
      {openedOn !== null && (
        <span className="cell-second">
          <Word id="multi.journey.opened" values={{ time: <Time at={openedOn} zone={zone} inSentence /> }} />
        </span>
      )}
      {reason !== null && <ReasonText reason={reason} />}
    </>
  )
}

/** What someone got by each step that they came to, or why not, in the order of the steps. */
const Got = ({ journey: { touches, skipped, zone }, steps }: { readonly journey: Journey; readonly steps: Steps }) => {
  const words = useWords()
  const shown = [
    ...touches.map((touch) => ({
      stepId: touch.stepId,
      text: <Touched touch={touch} zone={zone} steps={steps} />,
    })),
    ...skipped.map(({ stepId, onlyIf, ifValue }) => ({
      stepId,
      text: (
        <span className="muted">
          {words(onlyIf === "always" ? "multi.skipped" : `multi.skipped.${onlyIf}`, { ...noValue, ...ifValue })}
        </span>
      ),
    })),
  ]
  return (
    <ul className="ladder-touches">
      {shown
        .toSorted((one, other) => numberOf(steps, one.stepId) - numberOf(steps, other.stepId))
        .map(({ stepId, text }, index) => (
          <li key={index}>
            <span className="ladder-number">{numberOf(steps, stepId)}</span> {text}
          </li>
        ))}
    </ul>
  )
}

const Next = ({ journey: { next, zone }, steps }: { readonly journey: Journey; readonly steps: Steps }) => {
  if (next === null) return null
  const time = <Time at={next.at} zone={zone} inSentence />
  return next.stepId === null ? (
    <Word id="multi.journey.next.end" values={{ time }} />
  ) : (
    <Word id="multi.journey.next.step" values={{ number: numberOf(steps, next.stepId), time }} />
  )
}

const useColumns = ({ shown: { draft } }: Props): ReadonlyArray<Column<Journey>> => {
  const words = useWords()
  return [
    {
      id: "person",
      header: words("recipients.person"),
      cell: ({ patient, phone }) => (
        <>
          {patient}
          <span className="cell-second number">{phoneText(phone)}</span>
        </>
      ),
    },
    {
      id: "where",
      header: words("multi.journey.where"),
      cell: ({ endedAs, endedOn, reason, zone }) =>
        endedAs === null ? (
          words(`multi.reason.${reason}`)
        ) : (
          <>
            <EndMark end={endedAs} />
            {endedOn !== null && (
              <span className="cell-second">
                <Time at={endedOn} zone={zone} />
              </span>
            )}
          </>
        ),
    },
    {
      id: "next",
      header: words("multi.journey.next"),
      cell: (journey) => <Next journey={journey} steps={draft.steps} />,
    },
    {
      id: "got",
      header: words("multi.journey.got"),
      cell: (journey) => <Got journey={journey} steps={draft.steps} />,
    },
  ]
}

const Filters = ({ url, shown: { draft } }: Props) => {
  const words = useWords()
  const intl = useIntl()
  const { way = "" } = url.search
  const wayText = (): string => {
    const got = stepsOfWay(way)
    const numbers = draft.steps.flatMap(({ stepId }, place) => (got.includes(stepId) ? [String(place + 1)] : []))
    return words("multi.journey.gotSteps", { count: numbers.length, steps: intl.formatList(numbers) })
  }
  return (
    <search className="page-filters">
      <ChoiceFilter
        url={url}
        name="step"
        label={words("multi.journey.step")}
        all={words("multi.journey.anyStep")}
        options={[
          { value: "0", label: words("multi.journey.notIn") },
          ...draft.steps.map(({ stepId }, place) => ({
            value: String(stepId),
            label: words("multi.journey.stepIs", { number: place + 1 }),
          })),
        ]}
      />
      <ChoiceFilter
        url={url}
        name="end"
        label={words("multi.journey.end")}
        all={words("multi.journey.anyEnd")}
        options={journeyEnds.map((end) => ({ value: end, label: words(`multi.ends.${end}`) }))}
      />
      {isWayKey(way) && (
        <UsedChip name={words("multi.journey.got")} value={wayText()} onClear={() => url.change({ way: null })} />
      )}
    </search>
  )
}

/** Where each person of a multi-campaign is, why, and what comes next for them when. */
export const Journeys = (props: Props) => {
  const words = useWords()
  const { url, shown, journeys } = props
  const columns = useColumns(props)
  const isNarrowed = ["step", "end", "way"].some((name) => url.search[name] !== undefined)
  return (
    <>
      <Filters {...props} />
      <DataTable
        label={words("multi.journeys")}
        reading={journeys}
        columns={columns}
        rowId={({ patientId }) => String(patientId)}
        {...(isNarrowed ? {} : { total: shown.counts.people })}
        hasKeys={false}
        empty={
          <EmptyState
            title={words("multi.journeys.none")}
            {...(isNarrowed
              ? {
                  action: (
                    <Button
                      text={words("multi.journeys.all")}
                      onClick={() => url.change({ step: null, end: null, way: null })}
                    />
                  ),
                }
              : {})}
          >
            {words(isNarrowed ? "multi.journeys.narrowed" : "multi.journeys.none.text")}
          </EmptyState>
        }
      />
    </>
  )
}
