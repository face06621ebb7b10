import { Link } from "wouter"
import type { TranslationsEvent, TranslationsSnapshot } from "#machines/language/translations.machine.ts"
import type { Coverage, Languages, SpokenLanguage } from "#schemas/language/translation.ts"
import { templateList } from "#schemas/outreach/template.ts"
import { isSpokenByCarrier } from "#schemas/outreach/voice.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { Tabs } from "#views/parts/Tabs.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { TranslationStateTag } from "./TranslationStateTag.tsx"

type Props = {
  readonly page: Seen<TranslationsSnapshot, TranslationsEvent>
  readonly url: PageUrl
  readonly languages: SeenReading<Languages>
  readonly rows: SeenReading<ReadonlyArray<Coverage>>
}

const Cell = ({ row, language, url }: { readonly row: Coverage; readonly url: PageUrl } & SpokenLanguage) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const state = row.translations.find((one) => one.language === language)?.state ?? "new"
  return (
    <Link
      className={state === "new" ? "coverage-cell lone-link coverage-new" : "coverage-cell lone-link"}
      href={url.href({ id: row.hashedId, language })}
      aria-label={words("translations.cell", {
        ...{ name: row.name, language: languageNames(language) },
        state: words(`translation.state.${state}`),
      })}
    >
      <TranslationStateTag state={state} />
    </Link>
  )
}

/** Whether the table is of call flows, as its address says. */
const isOfCalls = ({ search }: PageUrl): boolean => search["channel"] === "IVR"

const useColumns = (url: PageUrl, { languages }: Pick<Languages, "languages">): ReadonlyArray<Column<Coverage>> => {
  const words = useWords()
  const languageNames = useLanguageNames()
  return [
    {
      id: "name",
      header: words(isOfCalls(url) ? "translations.callFlow" : "translations.template"),
      cell: ({ name }) => name,
    },
    ...languages.map((one, place): Column<Coverage> => ({
      id: one.language,
      header: languageNames(one.language),
      cell: (row) => <Cell row={row} url={url} {...one} />,
      ...(place < 2 ? {} : { hideBelow: place < 4 ? 900 : 1200 }),
    })),
  ]
}

const rowId = ({ hashedId }: Coverage): string => hashedId
const none = { service: null, languages: [] }

const Empty = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  const isNarrowed = (url.search["search"] ?? "") !== "" || (url.search["state"] ?? "") !== ""
  return isNarrowed ? (
    <EmptyState
      title={words("translations.none")}
      action={<Link href={url.href({ search: null, state: null })}>{words("translations.all")}</Link>}
    >
      {words("translations.none.text")}
    </EmptyState>
  ) : isOfCalls(url) ? (
    <EmptyState title={words("translations.calls.empty")}>{words("translations.calls.empty.text")}</EmptyState>
  ) : (
    <EmptyState title={words("translations.empty")}>{words("translations.empty.text")}</EmptyState>
  )
}

/** The languages that calls cannot be said in, where the company has some. */
const Unspoken = ({ languages }: Pick<Languages, "languages">) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const unspoken = languages.filter(({ language }) => !isSpokenByCarrier(language))
  return unspoken.length === 0 ? null : (
    <p className="notice">
      {words("translations.unspoken", {
        count: unspoken.length,
        languages: unspoken.map(({ language }) => languageNames(language)).join(", "),
      })}
    </p>
  )
}

/** `/translate`: the templates and the languages, and how far each text is in each. */
export const TranslationsView = ({ url, languages, rows }: Props) => {
  const words = useWords()
  const known = languages.snapshot.context.data ?? none
  const isCalls = isOfCalls(url)
  const columns = useColumns(url, {
    languages: known.languages.filter(({ language }) => !isCalls || isSpokenByCarrier(language)),
  })
  return (
    <Page
      title={words("translate.title")}
      actions={
        <>
          {known.service !== null && <Link href={url.href({ machine: "" })}>{words("translations.machine")}</Link>}
          <Link href={url.href({ glossary: "" })}>{words("translations.glossary")}</Link>
          <Link href={url.href({ files: "" })}>{words("translations.files")}</Link>
        </>
      }
      views={
        <>
          <Tabs
            url={url}
            name="channel"
            label={words("translations.channel")}
            tabs={[
              { id: "SMS", label: words("translations.texts") },
              { id: "IVR", label: words("translations.calls") },
            ]}
          />
          <StateTabs
            url={url}
            reading={rows}
            label={words("templates.state")}
            states={templateList.states.map((state) => ({ value: state, label: words(`template.state.${state}`) }))}
          />
        </>
      }
      filters={
        <>
          <SearchFilter url={url} label={words("translations.search")} />
          <ListTools list="translations" columns={columns} />
        </>
      }
    >
      {languages.snapshot.context.data !== null && known.languages.length === 0 && (
        <p className="notice">{words("translations.none.languages")}</p>
      )}
      {isCalls && <Unspoken languages={known.languages} />}
      <DataTable
        list="translations"
        total={totalOf(rows, url.search["state"])}
        label={words("translations.list")}
        reading={rows}
        columns={columns}
        rowId={rowId}
        rowHref={({ hashedId }: Coverage) => url.href({ id: hashedId })}
        order={orderIn(url, templateList)}
        empty={<Empty url={url} />}
      />
    </Page>
  )
}
