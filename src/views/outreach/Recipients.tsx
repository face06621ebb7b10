import { exclusionReasons, recipientStates, type Recipient } from "#schemas/outreach/campaign.ts"
import { describeCarrierCode } from "#schemas/outreach/delivery.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter } from "#views/parts/Filter.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { RecipientStateTag } from "./campaignMarks.tsx"

const isExclusion = (reason: string): reason is keyof typeof exclusionReasons => Object.hasOwn(exclusionReasons, reason)

/** Why a person is in this state, in words: an exclusion's reason or the carrier's code. */
const reasonOf = ({ reason }: Recipient): string | null =>
  reason === null ? null : isExclusion(reason) ? exclusionReasons[reason] : describeCarrierCode(reason).words

const StateAndReason = ({ recipient }: { readonly recipient: Recipient }) => {
  const reason = reasonOf(recipient)
  return (
    <>
      <RecipientStateTag state={recipient.state} />
      {recipient.heldUntil !== null && (
        <span className="cell-second">
          <Word
            id="recipients.heldUntil"
            values={{ time: <Time at={recipient.heldUntil} zone={recipient.zone} inSentence /> }}
          />
        </span>
      )}
      {reason !== null && <span className="cell-second">{reason}</span>}
    </>
  )
}

const useColumns = (): ReadonlyArray<Column<Recipient>> => {
  const words = useWords()
  return [
    {
      id: "person",
      header: words("recipients.person"),
      cell: ({ patient, phone }) => (
        <>
          {patient}
          <span className="cell-second number">{phone}</span>
        </>
      ),
    },
    { id: "state", header: words("recipients.state"), cell: (recipient) => <StateAndReason recipient={recipient} /> },
    {
      id: "updated",
      header: words("recipients.updated"),
      cell: ({ updatedOn }) => <Time at={updatedOn} />,
      align: "end",
      narrow: "end",
    },
  ]
}

/** The people of a campaign, in one state or all, each with the reason. */
export const Recipients = (props: {
  readonly url: PageUrl
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
  readonly launched: boolean
}) => {
  const words = useWords()
  return (
    <>
      <ChoiceFilter
        url={props.url}
        name="recipientState"
        label={words("recipients.filter")}
        all={words("part.allStates")}
        options={recipientStates.map((state) => ({ value: state, label: words(`recipient.state.${state}`) }))}
      />
      <DataTable
        label={words("recipients.list")}
        reading={props.recipients}
        columns={useColumns()}
        rowId={({ recipientId }) => String(recipientId)}
        empty={
          <EmptyState title={words(props.launched ? "recipients.none" : "recipients.empty")}>
            <Word id={props.launched ? "recipients.none.text" : "recipients.empty.text"} />
          </EmptyState>
        }
      />
    </>
  )
}
