import { useIntl } from "react-intl"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import type { CheckedPerson, CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Modal } from "#views/parts/Modal.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"

/** What stands over the people of a line: what they have in common. */
const useTitle = (type: ChannelName) => {
  const words = useWords()
  return (share: CheckedShare): string =>
    share === "leftOut" || share === "segments" || share === "held"
      ? words(`checked.${share}`)
      : factsOf(type).exclusions[share]
}

const useColumns = (type: ChannelName): ReadonlyArray<Column<CheckedPerson>> => {
  const words = useWords()
  const intl = useIntl()
  return [
    { id: "person", header: words("recipients.person"), cell: ({ patient }) => patient },
    {
      id: "phone",
      header: words("checked.phone"),
      cell: ({ phone }) => (phone === null ? "" : <span className="number">{phoneText(phone)}</span>),
      narrow: "aside",
    },
    {
      id: "why",
      header: words("checked.why"),
      cell: ({ reason, missing, segments }) => (
        <>
          {reason !== null && <Said>{factsOf(type).exclusions[reason]}</Said>}
          {reason !== null && (
            <span className="cell-second">
              <Said>{factsOf(type).advice[reason]}</Said>
            </span>
          )}
          {reason === null && words(`checked.gets.${type}`, { segments: segments ?? 1 })}
          {missing.length > 0 && (
            <span className="cell-second">
              {words("checked.missing", { names: intl.formatList(missing), count: missing.length })}
            </span>
          )}
        </>
      ),
    },
  ]
}

/** The people whom one line of the checks counts, over the page, so that what is written stays as it is. */
export const CheckedPeople = (props: {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly checked: SeenReading<ReadonlyArray<CheckedPerson>>
}) => {
  const words = useWords()
  const { snapshot, send } = props.page
  const type = snapshot.context.values?.campaignType ?? "SMS"
  const titleOf = useTitle(type)
  const columns = useColumns(type)
  const { share } = snapshot.context
  const close = (): void => send({ type: "checked.closed" })
  const title = share === null ? "" : titleOf(share)
  return (
    <Modal open={share !== null} light title={title} className="checked-people" onClose={close}>
      <div className="checked-list">
        <DataTable
          label={title}
          reading={props.checked}
          columns={columns}
          hasKeys={false}
          rowId={({ patientId }) => String(patientId)}
          empty={
            <EmptyState title={words("checked.none")}>
              <Word id="checked.none.text" />
            </EmptyState>
          }
        />
      </div>
    </Modal>
  )
}
