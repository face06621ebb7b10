import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { recipientShares, type Recipient, type RecipientShare, type TabShare } from "#schemas/outreach/recipient.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { heldAs } from "#schemas/outreach/recipientFilter.ts"
import type { WordId } from "#schemas/words.ts"
import type { Column } from "#views/parts/Column.ts"
import { Exporting, type SeenExport } from "#views/parts/Exporting.tsx"
import { ChoiceFilter, SearchBox } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { MenuButton } from "#views/parts/MenuButton.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { placeOfZone } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { shownPeople } from "./peopleHref.ts"

type Props = {
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly shown: CampaignDetail
  /** The file of these people, while it is made. */
  readonly file: SeenExport | undefined
  /** The part of the page that is about these people alone; undefined for all of them. */
  readonly share: TabShare | undefined
  /** Names the list where this device keeps how it looks. */
  readonly list: string
  readonly columns: ReadonlyArray<Column<Recipient>>
}

const groupWords = (type: ChannelName): Record<RecipientShare, WordId> => ({
  sent: `campaign.funnel.sent.${type}`,
  delivered: `progress.delivered.${type}`,
  replied: `campaign.funnel.replied.${type}`,
  optedOut: "campaign.funnel.optedOut",
  underway: "progress.underway",
  unknown: "recipient.state.unknown",
  waiting: "progress.waiting",
  held: "progress.held",
  failed: `progress.failed.${type}`,
  leftOut: "progress.leftOut",
  cancelled: "progress.cancelled",
})

type Option = { readonly value: string; readonly label: string }

const ReasonFilter = ({ url, shown, share }: Pick<Props, "url" | "shown" | "share">) => {
  const words = useWords()
  const { describe, exclusions } = factsOf(shown.campaignType)
  const options: ReadonlyArray<Option> =
    share === "failed"
      ? shown.failures.flatMap(({ code }) => (code === "" ? [] : { value: code, label: describe(code).words }))
      : shown.excluded.map(({ reason }) => ({ value: reason, label: exclusions[reason] }))
  const chosen = options.some(({ value }) => value === url.search["reason"])
  if (options.length < 2 && !chosen) return null
  // A reason of another part of the page is none of this one.
  const of = chosen ? url : { ...url, search: {} }
  return <ChoiceFilter url={of} name="reason" label={words("check.reason")} all={words("part.any")} options={options} />
}

const HeldFilter = ({ url, shown }: Pick<Props, "url" | "shown">) => {
  const words = useWords()
  const intl = useIntl()
  const chosen = url.search["held"]
  const [until, zone] = chosen?.split(" ") ?? []
  const gone = until !== undefined && zone !== undefined && !shown.held.some((one) => heldAs(one) === chosen)
  const groups = gone && !Number.isNaN(Date.parse(until)) ? [...shown.held, { until, zone }] : shown.held
  if (groups.length === 0) return null
  const labelOf = (one: { readonly until: string; readonly zone: string }): string =>
    words("recipients.held.option", {
      place: placeOfZone(one.zone),
      time: intl.formatDate(one.until, {
        timeZone: one.zone,
        month: "short",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
      }),
    })
  return (
    <ChoiceFilter
      url={url}
      name="held"
      label={words("progress.held")}
      all={words("part.any")}
      options={groups.map((one) => ({ value: heldAs(one), label: labelOf(one) }))}
    />
  )
}

const exportMenu = "people-export"

const ExportMenu = ({ page, url, rights, shown, file }: Omit<Props, "list" | "columns">) => {
  const words = useWords()
  const { snapshot, send } = page
  const { searchText } = snapshot.context
  const count = searchText.trim() === "" ? shownPeople(shown, url) : undefined
  if (missingRight(rights, "Report.DownloadExportData") !== undefined || count === 0) return null
  if (file !== undefined) return <Exporting file={file} />
  return (
    <MenuButton
      id={exportMenu}
      label={count === undefined ? words("recipients.export.found") : words("recipients.export", { count })}
    >
      <ul className="menu-items">
        {(["csv", "xlsx"] as const).map((fileType) => (
          <li key={fileType}>
            <Button
              variant="minimal"
              text={words(`report.export.${fileType}`)}
              {...{ popoverTarget: exportMenu, popoverTargetAction: "hide" }}
              onClick={() => send({ type: "export.pressed", fileType })}
            />
          </li>
        ))}
      </ul>
    </MenuButton>
  )
}

/** What the people of a campaign are looked for and narrowed by, and the file of those who are shown. */
export const RecipientTools = (props: Props) => {
  const words = useWords()
  const { page, url, shown, share } = props
  return (
    <search className="page-filters">
      <SearchBox
        label={words("recipients.search")}
        value={page.snapshot.context.searchText}
        onChange={(search) => page.send({ type: "search.changed", search })}
      />
      {share === undefined ? (
        <>
          <ChoiceFilter
            url={url}
            name="recipientState"
            label={words("recipients.filter")}
            all={words("part.allStates")}
            options={recipientShares.map((value) => ({ value, label: words(groupWords(shown.campaignType)[value]) }))}
          />
          {shown.booked !== null && (
            <ChoiceFilter
              url={url}
              name="booked"
              label={words("recipients.booking")}
              all={words("part.any")}
              options={(["yes", "no"] as const).map((value) => ({
                value,
                label: words(`recipients.booking.${value}`),
              }))}
            />
          )}
          <HeldFilter {...props} />
        </>
      ) : (
        share !== "replied" && <ReasonFilter {...props} />
      )}
      <div className="filters-end">
        <ExportMenu {...props} />
        <ListTools list={props.list} columns={props.columns} />
      </div>
    </search>
  )
}
