import "./people.css"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Import } from "#schemas/people/import.ts"
import type { ImportDetail, RowPreview } from "#schemas/people/importDetail.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { PatientListDetail } from "#schemas/people/patientListDetail.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { ChoiceFilter, SearchBox } from "#views/parts/Filter.tsx"
import type { SeenBulk } from "#views/parts/BulkBar.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { CancelImport } from "./CancelImport.tsx"
import { ImportsTable, useImportColumns } from "./ImportsTable.tsx"
import { ImportView } from "./ImportView.tsx"
import { ListsTable, useListColumns } from "./ListsTable.tsx"
import { ListView } from "./ListView.tsx"
import { PatientsTable, usePatientColumns } from "./PatientsTable.tsx"
import { RepliesToDecide } from "./RepliesToDecide.tsx"
import { UploadButton, Uploading, UploadZone } from "./UploadButton.tsx"

export type DatabaseProps = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly replies: SeenReading<ReadonlyArray<UnclearReply>>
  readonly lists: SeenReading<ReadonlyArray<PatientList>>
  readonly imports: SeenReading<ReadonlyArray<Import>>
  readonly import: SeenReading<ImportDetail>
  /** The first rows of the import as they will be stored. */
  readonly preview: SeenReading<ReadonlyArray<RowPreview>>
  readonly list: SeenReading<PatientListDetail>
  /** The appointments of the patient that the address names. */
  readonly visits: SeenReading<ReadonlyArray<Appointment>>
  /** The conversation that the address names; null for none. */
  readonly conversation: ReactNode
  /** The text to those whom the address names; null for none. */
  readonly sending: ReactNode
  /** Who is chosen among the patients. */
  readonly bulk: SeenBulk
  /** The mapping form while it is open. */
  readonly mapping: SeenForm | undefined
  readonly command: SeenCommand | undefined
}

const parts = ["patients", "lists", "imports"] as const
type Part = (typeof parts)[number]

const partOf = ({ search }: PageUrl): Part => parts.find((part) => part === search["tab"]) ?? "patients"

const Tabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  const current = partOf(url)
  return (
    <nav className="tabs" aria-label={words("database.tabs")}>
      {parts.map((part) => (
        <Link
          key={part}
          href={url.href({
            tab: part === "patients" ? null : part,
            list: null,
            patient: null,
            state: null,
            message: null,
            send: null,
          })}
          className="tab"
          {...(part === current ? { "aria-current": "page" as const } : {})}
        >
          {words(`database.tab.${part}`)}
        </Link>
      ))}
    </nav>
  )
}

const PatientFilters = ({ page, url, lists }: Pick<DatabaseProps, "page" | "url" | "lists">) => {
  const words = useWords()
  return (
    <>
      <SearchBox
        label={words("database.search")}
        value={page.snapshot.context.searchText}
        onChange={(search) => page.send({ type: "search.changed", search })}
      />
      <ChoiceFilter
        url={url}
        name="list"
        label={words("database.list")}
        all={words("database.list.all")}
        options={(lists.snapshot.context.data ?? []).map(({ listId, name }) => ({
          value: String(listId),
          label: name,
        }))}
      />
      <ListTools list="patients" columns={usePatientColumns()} />
    </>
  )
}

const Tools = (props: DatabaseProps) => {
  const words = useWords()
  const columns = { imports: useImportColumns(), lists: useListColumns() }
  const part = partOf(props.url)
  if (part === "imports")
    return (
      <>
        <ChoiceFilter
          url={props.url}
          name="state"
          label={words("imports.state")}
          all={words("part.allStates")}
          options={[{ value: "waiting", label: words("imports.waiting") }]}
        />
        <ListTools list="imports" columns={columns.imports} />
      </>
    )
  if (part === "lists") return <ListTools list="lists" columns={columns.lists} />
  return <PatientFilters {...props} />
}

const Part = (props: DatabaseProps) => {
  const part = partOf(props.url)
  if (part === "lists") return <ListsTable {...props} />
  if (part === "imports") return <ImportsTable {...props} />
  return <PatientsTable {...props} searchText={props.page.snapshot.context.searchText} />
}

const Overview = (props: DatabaseProps) => {
  const words = useWords()
  const { page, url } = props
  const { refused } = page.snapshot.context
  return (
    <Page
      title={words("database.title")}
      lead={<Word id="database.lead" />}
      actions={partOf(url) === "imports" ? undefined : <UploadButton page={page} rights={props.rights} />}
      views={
        <>
          <Tabs url={url} />
          {partOf(url) === "patients" && (
            <RepliesToDecide page={page} url={url} rights={props.rights} replies={props.replies} />
          )}
        </>
      }
      filters={
        <>
          {partOf(url) === "imports" && <UploadZone page={page} rights={props.rights} />}
          <Tools {...props} />
        </>
      }
    >
      {refused !== null && (
        <div ref={focusOnMount} tabIndex={-1}>
          <ProblemNotice problem={refused} />
        </div>
      )}
      <Uploading page={page} />
      <Part {...props} />
    </Page>
  )
}

/** `/database`: patients, lists and imports; or the one import or list that the address names. */
export const DatabaseView = (props: DatabaseProps) => {
  const { snapshot } = props.page
  return (
    <>
      <CancelImport command={props.command} shown={props.import.snapshot.context.data?.import} />
      {snapshot.matches({ place: "overview" }) && <Overview {...props} />}
      {snapshot.matches({ place: "import" }) && (
        // Another import is another page: its heading takes the focus.
        <ImportView key={props.url.search["import"]} {...props} />
      )}
      {snapshot.matches({ place: "list" }) && <ListView key={props.url.search["list"]} {...props} />}
    </>
  )
}
