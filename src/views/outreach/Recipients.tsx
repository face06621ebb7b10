import type { ComponentProps, ReactNode } from "react"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { Recipient } from "#schemas/outreach/recipient.ts"
import { recipientList, recipientSort } from "#schemas/outreach/recipientFilter.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { ListWithLook } from "#views/parts/QuickLook.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { answeringAt } from "#views/people/answers.tsx"
import { Calls, hearingAt, Replies, StateAndReason } from "./recipientCells.tsx"
import { shownPeople } from "./peopleHref.ts"
import { RecipientTools } from "./RecipientTools.tsx"

type ColumnProps = Pick<ListProps, "url" | "rights" | "share"> & { readonly channel: ChannelName }

const useColumns = ({ channel, share, url, rights }: ColumnProps): ReadonlyArray<Column<Recipient>> => {
  const words = useWords()
  const answerHref = answeringAt(url, rights)
  const hearHref = hearingAt(url, rights)
  const isAdvised = share === "leftOut" || share === "failed"
  const person: Column<Recipient> = {
    id: "person",
    header: words("recipients.person"),
    cell: ({ patient, phone }) => (
      <>
        {patient}
        <span className="cell-second number">{phoneText(phone)}</span>
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
    cell: (recipient) => <StateAndReason recipient={recipient} channel={channel} isAdvised={isAdvised} />,
  }
  const reply: Column<Recipient> = {
    id: "reply",
    header: words("recipients.reply"),
    cell: (recipient) => <Replies recipient={recipient} answerHref={answerHref} />,
  }
  const advice: Column<Recipient> = {
    id: "advice",
    header: words("campaign.failures.advice"),
    cell: ({ why }) => why?.advice,
    narrow: "aside",
  }
  const calls: Column<Recipient> = {
    id: "calls",
    header: words("recipients.calls"),
    cell: ({ calls: attempts }) => <Calls calls={attempts} hearHref={hearHref} />,
  }
  if (share === "leftOut") return [person, state, advice, since]
  if (channel === "IVR") return share === "failed" ? [person, state, calls, advice] : [person, state, calls, since]
  if (share === "replied") return [person, reply, state]
  return share === "failed" ? [person, state, advice, since] : [person, state, reply, since]
}

type ListProps = Omit<ComponentProps<typeof RecipientTools>, "list" | "columns"> & {
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
  /** The conversation or the recording that the address names; null for none. */
  readonly look: ReactNode
}

/** Why no one is listed: no one was found, no one is in what it is narrowed to, or there is no one yet. */
const NoRecipients = ({ page, url, shown, share }: ListProps) => {
  const words = useWords()
  const isSearched = page.snapshot.context.searchText.trim() !== ""
  if (isSearched)
    return (
      <EmptyState title={words("recipients.notFound")}>
        <Word id="recipients.notFound.text" />
      </EmptyState>
    )
  if (share !== undefined && url.search["reason"] === undefined)
    return <EmptyState title={words(`recipients.share.${share}.none.${shown.campaignType}`)} />
  const launched = shown.launchedOn !== null
  return (
    <EmptyState title={words(launched ? "recipients.none" : "recipients.empty")}>
      <Word id={launched ? "recipients.none.text" : "recipients.empty.text"} />
    </EmptyState>
  )
}

/** The people of a campaign, all or a part of them, each with the reason and every answer in full. */
export const Recipients = (props: ListProps) => {
  const words = useWords()
  const { page, url, shown, share } = props
  const isSearched = page.snapshot.context.searchText.trim() !== ""
  const columns = useColumns({ channel: shown.campaignType, share, url, rights: props.rights })
  const list = `recipients-${share ?? "all"}`
  return (
    <>
      <RecipientTools {...props} list={list} columns={columns} />
      <ListWithLook look={props.look}>
        <DataTable
          list={list}
          label={words(share === undefined ? "recipients.list" : `recipients.share.${share}.${shown.campaignType}`)}
          reading={props.recipients}
          columns={columns}
          rowId={({ recipientId }) => String(recipientId)}
          total={isSearched ? undefined : shownPeople(shown, url)}
          order={orderIn(url, recipientList, recipientSort)}
          timed
          empty={<NoRecipients {...props} />}
        />
      </ListWithLook>
    </>
  )
}
