import { Fragment, type ReactNode } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { PastExportsEvent, PastExportsSnapshot } from "#machines/reporting/pastExports.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { dayMillis, retention } from "#schemas/constants.ts"
import type { KeptExport, PastExport, PastExportState } from "#schemas/reporting/pastExport.ts"
import type { Narrowed } from "#schemas/reporting/reportQuestion.ts"
import { isLinked } from "#schemas/routes.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenExport } from "#views/parts/Exporting.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { Day, Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { useLanguageName } from "#views/people/patientValues.ts"

type Props = {
  readonly page: Seen<PastExportsSnapshot, PastExportsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly exports: SeenReading<ReadonlyArray<PastExport>>
  /** The file that is fetched again, while it is on its way. */
  readonly file: SeenExport | undefined
  readonly command: SeenCommand | undefined
}

const keptDays = retention.exportFileMillis / dayMillis
const listedDays = retention.exportMillis / dayMillis

const tones: Partial<Record<PastExportState, Tone>> = { kept: "success", brokenOff: "warning", notKept: "warning" }

const Days = ({ asked: { startDate, endDate } }: PastExport) => {
  if (startDate === null || endDate === null) return <Word id="pastExports.whole" />
  if (startDate === endDate) return <Day on={startDate} />
  return <Word id="pastExports.days" values={{ from: <Day on={startDate} />, to: <Day on={endDate} /> }} />
}

const Narrowing = ({ narrowed }: { readonly narrowed: ReadonlyArray<Narrowed> }) => {
  const languageName = useLanguageName()
  const names = narrowed.map(({ by, name, number }) => {
    if (number !== undefined) return `${name} ${number}`
    return by === "language" ? languageName(name) : name
  })
  return <Word id="pastExports.narrowed" values={{ what: names.join(", ") }} />
}

/** What was asked for besides the campaign. */
const Asked = (row: PastExport) => {
  const { layout, people, narrowed = [] } = row.asked
  const share = people?.share ?? null
  const parts: ReadonlyArray<ReactNode> = [
    <Days key="days" {...row} />,
    narrowed.length > 0 && <Narrowing key="narrowed" narrowed={narrowed} />,
    layout === "responseFile" && <Word key="layout" id="report.export.responseFile" />,
    share !== null && <Word key="share" id="pastExports.share" values={{ share }} />,
    people?.isSearched === true && <Word key="search" id="pastExports.searched" />,
  ].filter((part) => part !== false)
  return (
    <span className="cell-second">
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && " · "}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

const sizes = [
  ["megabyte", 1_000_000],
  ["kilobyte", 1_000],
  ["byte", 1],
] as const

/** Sizes as people read them: "96 bytes", "312.5 kB", "41.3 MB". */
const useSize = (): ((bytes: number) => string) => {
  const intl = useIntl()
  return (bytes) => {
    const [unit, each] = sizes.find(([, from]) => bytes >= from) ?? sizes[2]
    const unitDisplay = unit === "byte" ? "long" : "short"
    return intl.formatNumber(bytes / each, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
  }
}

const isFetched = (file: SeenExport | undefined, { exportId }: KeptExport): boolean =>
  file !== undefined && (file.snapshot.context.request as KeptExport).exportId === exportId

const RowActions = ({ page, file, kept }: Pick<Props, "page" | "file"> & { readonly kept: KeptExport }) => {
  const words = useWords()
  const { fileName } = kept
  const waits = !page.snapshot.matches("browsing")
  return (
    <div className="row-actions">
      <HeldButton
        size="small"
        variant="minimal"
        text={words("pastExports.download")}
        aria-label={words("pastExports.download.one", { fileName })}
        loading={isFetched(file, kept)}
        waits={waits}
        onClick={() => page.send({ type: "download.pressed", kept })}
      />
      <HeldButton
        size="small"
        variant="minimal"
        intent="danger"
        text={words("pastExports.remove")}
        aria-label={words("pastExports.remove.one", { fileName })}
        waits={waits}
        onClick={() => page.send({ type: "remove.pressed", kept })}
      />
    </div>
  )
}

const useColumns = ({ page, file, rights }: Props): ReadonlyArray<Column<PastExport>> => {
  const words = useWords()
  const numbers = useNumbers()
  const size = useSize()
  const leads = isLinked("/campaign", rights)
  const named = (campaign: PastExport["campaign"]): ReactNode => {
    if (campaign === null) return words("report.campaign.all")
    const { hashedId, name } = campaign
    return hashedId === null || !leads ? name : <Link href={`/campaign?id=${hashedId}`}>{name}</Link>
  }
  return [
    {
      id: "what",
      header: words("pastExports.what"),
      cell: (row) => (
        <>
          {named(row.campaign)}
          <Asked {...row} />
        </>
      ),
    },
    {
      id: "taken",
      header: words("pastExports.taken"),
      cell: ({ at, by }) => (
        <>
          <Time at={at} />
          <span className="cell-second">{words("pastExports.by", { name: by })}</span>
        </>
      ),
      narrow: "aside",
    },
    {
      id: "file",
      header: words("pastExports.file"),
      cell: ({ fileType, bytes }) => (
        <>
          {words(`pastExports.type.${fileType}`)}
          <span className="cell-second">{size(bytes)}</span>
        </>
      ),
    },
    {
      id: "rows",
      header: words("pastExports.rows"),
      cell: ({ rows }) => numbers(rows),
      align: "end",
      unit: words("pastExports.rows.unit"),
    },
    {
      id: "state",
      header: words("pastExports.state"),
      cell: ({ state, keptUntil }) => (
        <StateTag tone={tones[state] ?? "neutral"}>
          <span>
            <Word id={`pastExports.state.${state}`} values={{ until: <Time at={keptUntil} inSentence /> }} />
          </span>
        </StateTag>
      ),
    },
    {
      id: "actions",
      header: words("pastExports.actions"),
      cell: (row) => row.state === "kept" && <RowActions page={page} file={file} kept={row} />,
      narrow: "end",
    },
  ]
}

const Empty = () => {
  const words = useWords()
  return (
    <EmptyState title={words("pastExports.empty")}>
      <Word id="pastExports.empty.text" values={{ days: keptDays, listed: listedDays }} />
    </EmptyState>
  )
}

/** `/report?tab=exports`: who exported which people and when, and the files while they are kept (docs/policy.md#exports). */
export const PastExportsView = (props: Props) => {
  const words = useWords()
  const { url, exports, command } = props
  return (
    <article className="page thing">
      <ThingHead
        id="past-exports"
        lists={[{ label: words("report.title"), href: url.href({ tab: null }) }]}
        title={words("pastExports.title")}
        head={{ facts: words("pastExports.lead", { days: keptDays }) }}
      />
      <DataTable
        label={words("pastExports.list")}
        reading={exports}
        columns={useColumns(props)}
        rowId={({ exportId }) => String(exportId)}
        timed
        empty={<Empty />}
      />
      <Confirmation command={command} />
    </article>
  )
}
