import { exclusionReasons, recipientStates, type Recipient, type RecipientShare } from "#schemas/outreach/campaign.ts"
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

const Replies = ({ replies }: Pick<Recipient, "replies">) => (
  <>
    {replies.map(({ text, at }, index) => (
      <span key={index} className="cell-reply">
        {text}{" "}
        <span className="muted small">
          <Time at={at} />
        </span>
      </span>
    ))}
  </>
)

/** What can be done about a failure, where the carrier's code says it. */
const adviceOf = ({ reason }: Recipient): string | null => (reason === null ? null : describeCarrierCode(reason).advice)

const useColumns = (share: RecipientShare | "all"): ReadonlyArray<Column<Recipient>> => {
  const words = useWords()
  const person: Column<Recipient> = {
    id: "person",
    header: words("recipients.person"),
    cell: ({ patient, phone }) => (
      <>
        {patient}
        <span className="cell-second number">{phone}</span>
      </>
    ),
  }
  const since: Column<Recipient> = {
    id: "updated",
    header: words("recipients.updated"),
    cell: ({ updatedOn }) => <Time at={updatedOn} />,
    align: "end",
    narrow: "end",
  }
  const state: Column<Recipient> = {
    id: "state",
    header: words("recipients.state"),
    cell: (recipient) => <StateAndReason recipient={recipient} />,
  }
  const reply: Column<Recipient> = {
    id: "reply",
    header: words("recipients.reply"),
    cell: ({ replies }) => <Replies replies={replies} />,
  }
  const advice: Column<Recipient> = {
    id: "advice",
    header: words("campaign.failures.todo"),
    cell: adviceOf,
    narrow: "aside",
  }
  if (share === "replied") return [person, reply, state]
  if (share === "failed") return [person, state, advice, since]
  return share === "leftOut" ? [person, state, since] : [person, state, reply, since]
}

/** Those people of a campaign who answered, whose text failed or who were left out. */
export const RecipientsOf = (props: {
  readonly share: RecipientShare
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
}) => {
  const words = useWords()
  return (
    <DataTable
      label={words(`recipients.share.${props.share}`)}
      reading={props.recipients}
      columns={useColumns(props.share)}
      rowId={({ recipientId }) => String(recipientId)}
      empty={<EmptyState title={words(`recipients.share.${props.share}.none`)} />}
    />
  )
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
      <search className="page-filters">
        <ChoiceFilter
          url={props.url}
          name="recipientState"
          label={words("recipients.filter")}
          all={words("part.allStates")}
          options={recipientStates.map((state) => ({ value: state, label: words(`recipient.state.${state}`) }))}
        />
      </search>
      <DataTable
        label={words("recipients.list")}
        reading={props.recipients}
        columns={useColumns("all")}
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
