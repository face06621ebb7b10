import { useIntl } from "react-intl"
import { textExclusions } from "#schemas/outreach/textExclusions.ts"
import type { EarlierText, QuickOutcome, QuickPerson } from "#schemas/outreach/quickSend.ts"
import { ReasonText } from "#views/outreach/ReasonText.tsx"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useLanguageNames, useWords, Word } from "#views/parts/Words.tsx"

/** Whether the text leaves now, later or not, and why. */
const Outcome = ({ outcome: { why, missing, heldUntil, hold, zone } }: { readonly outcome: QuickOutcome }) => {
  const words = useWords()
  const intl = useIntl()
  if (why !== null) {
    const reason = textExclusions[why]
    return (
      <>
        <StateTag tone="warning">{words("quickSend.not")}</StateTag>{" "}
        <span>
          {missing.length === 0
            ? reason
            : words("quickSend.missing", { why: reason, values: intl.formatList(missing, { type: "unit" }) })}
        </span>
      </>
    )
  }
  if (heldUntil === null) return <StateTag tone="success">{words("quickSend.now")}</StateTag>
  return (
    <>
      <StateTag tone="info">
        <Word id="quickSend.held" values={{ time: <Time at={heldUntil} zone={zone} inSentence /> }} />
      </StateTag>
      {hold !== null && <ReasonText reason={hold} />}
    </>
  )
}

/** What became of a text for each person. */
export const QuickOutcomes = ({ people }: { readonly people: ReadonlyArray<QuickOutcome> }) => (
  <ul className="conversation">
    {people.map((one) => (
      <li key={one.hashedId}>
        <strong>{one.name}</strong>
        <span>
          <Outcome outcome={one} />
        </span>
      </li>
    ))}
  </ul>
)

const Earlier = ({ earlier }: { readonly earlier: ReadonlyArray<EarlierText> }) => {
  const words = useWords()
  if (earlier.length === 0) return null
  return (
    <div className="small muted">
      <span>{words("quickSend.earlier")}</span>
      <ul>
        {earlier.map(({ template, at, state }, place) => (
          <li key={place}>
            {template}, <Time at={at} inSentence />, {words(`quickSend.state.${state}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The text as each person gets it, in their language and at its cost, or why they do not. */
export const QuickTexts = ({ people }: { readonly people: ReadonlyArray<QuickPerson> }) => {
  const words = useWords()
  const languageName = useLanguageNames()
  const all = people.reduce((sum, { reads }) => sum + (reads?.segments.segments ?? 0), 0)
  return (
    <>
      <ul className="conversation">
        {people.map((one) => (
          <li key={one.hashedId}>
            {people.length > 1 && <strong>{one.name}</strong>}
            <span>
              <Outcome outcome={one} />
            </span>
            {one.reads !== null && (
              <>
                <p>{one.reads.text}</p>
                <span className="small muted">
                  {words("quickSend.segments", { segments: one.reads.segments.segments })}
                  {one.reads.language !== null &&
                    `, ${words("quickSend.language", { language: languageName(one.reads.language) })}`}
                </span>
              </>
            )}
            <Earlier earlier={one.earlier} />
          </li>
        ))}
      </ul>
      {people.length > 1 && all > 0 && (
        <p className="small muted number">{words("quickSend.cost", { segments: all })}</p>
      )}
    </>
  )
}
