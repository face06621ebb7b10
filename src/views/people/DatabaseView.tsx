import "./people.css"
import { Link } from "wouter"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Import } from "#schemas/people/import.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import { ChoiceFilter, SearchBox } from "#views/parts/Filter.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { ListTools } from "#views/parts/ListTools.tsx"
import { HeadingSlot, Page } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { CancelImport } from "./CancelImport.tsx"
import { ImportPanel, type ImportWithRejections } from "./ImportPanel.tsx"
import { ImportsTable, useImportColumns } from "./ImportsTable.tsx"
import { MappingForm } from "./MappingForm.tsx"
import { PatientsTable, usePatientColumns } from "./PatientsTable.tsx"
import { RepliesToDecide } from "./RepliesToDecide.tsx"
import { UploadButton } from "./UploadButton.tsx"

export type DatabaseProps = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly replies: SeenReading<ReadonlyArray<UnclearReply>>
  readonly lists: SeenReading<ReadonlyArray<PatientList>>
  readonly imports: SeenReading<ReadonlyArray<Import>>
  readonly import: SeenReading<ImportWithRejections>
  /** The mapping form while it is open. */
  readonly mapping: SeenForm | undefined
  readonly command: SeenCommand | undefined
}

const Tabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  const imports = url.search["tab"] === "imports"
  const current = (here: boolean) => ({ className: "tab", ...(here ? { "aria-current": "page" as const } : {}) })
  return (
    <nav className="tabs" aria-label={words("database.tabs")}>
      <Link href={url.href({ tab: null, import: null })} {...current(!imports)}>
        {words("database.tab.patients")}
      </Link>
      <Link href={url.href({ tab: "imports" })} {...current(imports)}>
        {words("database.tab.imports")}
      </Link>
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

const ImportTools = () => <ListTools list="imports" columns={useImportColumns()} />

/** `/database`: patients, lists and imports; an upload leads through mapping and check to the import. */
export const DatabaseView = (props: DatabaseProps) => {
  const words = useWords()
  const { page, url, mapping } = props
  const subject = page.snapshot.context.subject
  if (page.snapshot.matches({ working: "mapping" }) && mapping !== undefined && subject !== null) {
    return (
      <HeadingSlot value={focusOnMount}>
        <Page title={words("import.mapping")} lead={<Word id="import.mapping.text" />}>
          <MappingForm form={mapping} subject={subject} />
        </Page>
      </HeadingSlot>
    )
  }
  const imports = url.search["tab"] === "imports"
  const refused = page.snapshot.context.refused
  return (
    <Page
      title={words("database.title")}
      lead={<Word id="database.lead" />}
      actions={<UploadButton page={page} rights={props.rights} />}
      views={<Tabs url={url} />}
      filters={imports ? <ImportTools /> : <PatientFilters {...props} />}
      panel={url.search["import"] === undefined ? undefined : <ImportPanel {...props} />}
    >
      {refused !== null && (
        <div ref={focusOnMount} tabIndex={-1}>
          <ProblemNotice problem={refused} />
        </div>
      )}
      <CancelImport command={props.command} shown={props.import.snapshot.context.data?.import} />
      {imports ? (
        <ImportsTable {...props} />
      ) : (
        <>
          <RepliesToDecide page={page} replies={props.replies} />
          <PatientsTable {...props} searchText={page.snapshot.context.searchText} />
        </>
      )}
    </Page>
  )
}
