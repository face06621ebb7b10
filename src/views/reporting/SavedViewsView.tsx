import { Classes } from "@blueprintjs/core"
import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { SavedViewsEvent, SavedViewsSnapshot } from "#machines/reporting/savedViews.machine.ts"
import type { SavedView, ShownDays } from "#schemas/reporting/savedView.ts"
import { useWeekdays } from "#views/scheduling/weekdays.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { Day, Time, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { viewHref } from "./reportHref.ts"

type Props = {
  readonly page: Seen<SavedViewsSnapshot, SavedViewsEvent>
  readonly url: PageUrl
  readonly views: SeenReading<ReadonlyArray<SavedView>>
  readonly command: SeenCommand | undefined
}

/** The days that a view shows when it is opened today. */
const Shown = ({ startDate, endDate }: ShownDays) => {
  if (startDate === endDate) return <Day on={endDate} />
  const to = <Day on={endDate} />
  return startDate === null ? (
    <Word id="savedViews.shown.whole" values={{ to }} />
  ) : (
    <Word id="savedViews.shown" values={{ from: <Day on={startDate} />, to }} />
  )
}

/** What a view is narrowed to, in words. */
const Narrowed = ({ view, campaignName }: SavedView) => {
  const words = useWords()
  const more = Object.keys(view.search).filter((name) => name !== "campaign").length
  const campaign =
    campaignName === null ? words("report.campaign.all") : campaignName || words("savedViews.campaign.gone")
  return (
    <span className="cell-second">
      {campaign}
      {more > 0 && ` · ${words("savedViews.filtered", { count: more })}`}
    </span>
  )
}

/** When a view is mailed: "Mondays and Fridays at 8:00 AM". */
const useSchedule = (): ((saved: SavedView) => string) => {
  const words = useWords()
  const intl = useIntl()
  const weekdays = useWeekdays()
  return ({ view }) => {
    const time = wallTimeIn(intl, view.time)
    if (view.frequency === "never") return words("savedViews.mailed.never")
    return view.frequency === "monthly"
      ? words("savedViews.mailed.monthly", { day: view.monthDay, time })
      : words("savedViews.mailed.weekly", {
          days: intl.formatList(view.weekdays.map((day) => weekdays[day] ?? "")),
          time,
        })
  }
}

const Recipients = ({ view, readers, notMailed }: SavedView): ReactNode => {
  const words = useWords()
  const intl = useIntl()
  if (view.frequency === "never") return null
  const left = view.recipients.length - readers.length
  return (
    <>
      {readers.length === 0 ? (
        <StateTag tone="warning">{words("savedViews.recipients.none")}</StateTag>
      ) : (
        intl.formatList(readers.map(({ name }) => name))
      )}
      {readers.length > 0 && left > 0 && (
        <span className="cell-second">{words("savedViews.recipients.left", { count: left })}</span>
      )}
      {notMailed !== null && (
        <StateTag tone="warning">
          <span>
            <Word
              id="savedViews.notMailed"
              values={{ date: <Day on={notMailed.date} />, names: intl.formatList(notMailed.names) }}
            />
          </span>
        </StateTag>
      )}
    </>
  )
}

const RowActions = ({ page, url, saved }: Pick<Props, "page" | "url"> & { readonly saved: SavedView }) => {
  const words = useWords()
  const { name } = saved.view
  return (
    <div className="row-actions">
      <Link
        className={`${Classes.BUTTON} ${Classes.MINIMAL} ${Classes.SMALL}`}
        href={url.href({ edit: saved.hashedId })}
        aria-label={words("savedViews.edit.one", { name })}
      >
        {words("savedViews.edit")}
      </Link>
      <HeldButton
        size="small"
        variant="minimal"
        intent="danger"
        text={words("savedViews.delete")}
        aria-label={words("savedViews.delete.one", { name })}
        waits={!page.snapshot.matches("browsing")}
        onClick={() => page.send({ type: "delete.pressed", saved })}
      />
    </div>
  )
}

const useColumns = ({ page, url }: Props): ReadonlyArray<Column<SavedView>> => {
  const words = useWords()
  const schedule = useSchedule()
  return [
    {
      id: "name",
      header: words("savedViews.name"),
      cell: (saved) => (
        <>
          <Link
            href={viewHref(saved.view.search, saved.shown)}
            aria-label={words("savedViews.open.one", { name: saved.view.name })}
          >
            {saved.view.name}
          </Link>
          <Narrowed {...saved} />
        </>
      ),
    },
    {
      id: "days",
      header: words("savedViews.days"),
      cell: ({ view, shown }) => (
        <>
          {words(`savedViews.days.${view.days}`)}
          <span className="cell-second">
            <Shown {...shown} />
          </span>
        </>
      ),
    },
    {
      id: "mailed",
      header: words("savedViews.mailed"),
      cell: (saved) => (
        <>
          {schedule(saved)}
          {saved.next !== null && (
            <span className="cell-second">
              <Word id="savedViews.next" values={{ at: <Time at={saved.next.at} inSentence /> }} />
            </span>
          )}
        </>
      ),
    },
    { id: "recipients", header: words("savedViews.recipients"), cell: (saved) => <Recipients {...saved} /> },
    {
      id: "actions",
      header: words("savedViews.actions"),
      cell: (saved) => <RowActions page={page} url={url} saved={saved} />,
      narrow: "end",
    },
  ]
}

const Empty = () => {
  const words = useWords()
  return (
    <EmptyState title={words("savedViews.empty")}>
      <Word id="savedViews.empty.text" />
    </EmptyState>
  )
}

/** `/report?tab=saved`: the saved views of reports, when they are mailed and who receives them (docs/policy.md#saved-views). */
export const SavedViewsView = (props: Props) => {
  const words = useWords()
  const { url, views, command } = props
  return (
    <article className="page thing">
      <ThingHead
        id="saved-views"
        lists={[{ label: words("report.title"), href: url.href({ tab: null }) }]}
        title={words("savedViews.title")}
        head={{ facts: words("savedViews.lead") }}
      />
      <DataTable
        label={words("savedViews.list")}
        reading={views}
        columns={useColumns(props)}
        rowId={({ hashedId }) => hashedId}
        timed
        empty={<Empty />}
      />
      <Confirmation command={command} />
    </article>
  )
}
