import { Link } from "wouter"
import { stepsDoneOf } from "#machines/people/database.machine.ts"
import { newestOf } from "#machines/people/importSteps.ts"
import type { Import } from "#schemas/people/import.ts"
import type { ImportDetail } from "#schemas/people/importDetail.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { History } from "#views/parts/History.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Steps } from "#views/parts/Steps.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { storedRows } from "./CancelImport.tsx"
import type { DatabaseProps } from "./DatabaseView.tsx"
import { importActions } from "./importActions.ts"
import { ImportColumns } from "./ImportColumns.tsx"
import { ImportNumbers, Remarks } from "./ImportNumbers.tsx"
import { ImportStateTag } from "./ImportsTable.tsx"
import { MappingForm } from "./MappingForm.tsx"
import { ReadAs } from "./ReadAs.tsx"
import { RejectedRows } from "./RejectedRows.tsx"
import { Uploading, UploadZone } from "./UploadButton.tsx"

type Props = DatabaseProps & { readonly of: ImportDetail }

const happened = ({ history }: ImportDetail, type: string) => history.findLast((one) => one.type === type)

const ImportFacts = ({ of }: { readonly of: ImportDetail }) => {
  const { import: one } = of
  const how = <ReadAs key="how" of={one} />
  const uploaded = happened(of, "ListFileUploaded")
  const list = <strong key="list">{one.listName}</strong>
  return (
    <>
      {one.progress.rows > 0 ? (
        <Word id="import.facts.rows" values={{ count: one.progress.rows, how }} />
      ) : (
        <Word id="import.facts.read" values={{ how }} />
      )}{" "}
      {one.listName !== "" && (
        <Word id={one.listId === null ? "import.facts.list" : "import.facts.listed"} values={{ list }} />
      )}{" "}
      {uploaded !== undefined && (
        <Word
          id="import.facts.uploaded"
          values={{ time: <Time key="time" at={uploaded.at} inSentence />, actor: uploaded.actor }}
        />
      )}
    </>
  )
}

const stepOf: Partial<Record<Import["state"], string>> = {
  uploaded: "columns",
  checking: "check",
  checked: "check",
  running: "import",
}

const ImportSteps = ({ of, page }: Props) => {
  const words = useWords()
  const { state } = of.import
  const done = stepsDoneOf(page.snapshot, of.import.importId)
  if (state === "failed" || state === "cancelled") return null
  const checked = happened(of, "ImportChecked")
  const isMapping = page.snapshot.matches({ working: "mapping" })
  return (
    // The button of a step goes with it: the steps take the focus, which say what comes next.
    <div key={done} tabIndex={-1} {...(done > 0 ? { ref: focusOnMount } : {})}>
      <Steps
        label={words("import.steps")}
        steps={(["file", "columns", "check", "import"] as const).map((id) => ({
          id,
          label: words(`import.step.${id}`),
        }))}
        current={isMapping ? "columns" : stepOf[state]}
        note={
          checked !== undefined &&
          state === "checked" && (
            <Word id="import.checkedOn" values={{ time: <Time key="time" at={checked.at} inSentence /> }} />
          )
        }
      />
    </div>
  )
}

const Notices = ({ of, url, page, rights }: Props) => {
  const words = useWords()
  const { problem, state, listId } = of.import
  return (
    <>
      {problem !== null && (
        <div className="notice notice-danger" role="alert">
          <p>{problem}</p>
        </div>
      )}
      {state === "cancelled" && (
        <div className="notice">
          <p>
            <Word
              id="import.cancelled.text"
              values={{ count: storedRows(of.import), list: listId === null ? "none" : "made" }}
            />
          </p>
        </div>
      )}
      {of.earlier !== null && state !== "done" && (
        <div className="notice">
          <p>
            <Word
              id="import.earlier"
              values={{
                time: <Time key="time" at={of.earlier.createdOn} inSentence />,
                link: (
                  <Link key="link" href={url.href({ import: String(of.earlier.importId), row: null })}>
                    {words("import.earlier.link")}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      )}
      {(state === "failed" || state === "cancelled") && (
        <UploadZone page={page} rights={rights} label="import.uploadAgain" />
      )}
      <Uploading page={page} />
    </>
  )
}

const Columns = ({ of, page, mapping, preview, url }: Props) => {
  const words = useWords()
  const shown = { of: of.import, preview, url }
  return page.snapshot.matches({ working: "mapping" }) && mapping !== undefined ? (
    <MappingForm {...shown} form={mapping} />
  ) : (
    <ImportColumns {...shown} title={words("import.columns")} mapping={of.import.mapping} />
  )
}

const Details = (props: Props) => {
  const words = useWords()
  const { of, page } = props
  const isMapping = page.snapshot.matches({ working: "mapping" })
  return (
    <>
      <ImportSteps {...props} />
      <Notices {...props} />
      <div className={isMapping ? "import-parts" : "import-parts import-parts-two"}>
        <Columns {...props} />
        <div className="thing-column">
          {!isMapping && (
            <>
              <ImportNumbers of={of} />
              <RejectedRows of={of} page={page} />
              {of.forecast !== null && <Remarks forecast={of.forecast} />}
            </>
          )}
          <Section title={words("import.history")}>
            <History history={of.history} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** `/database?import=`: one import alone: its columns, what it will do or did, what is rejected and why, its history. */
export const ImportView = (props: DatabaseProps) => {
  const words = useWords()
  const { page, url, rights } = props
  const { refused, subject } = page.snapshot.context
  const newest = (detail: ImportDetail): ImportDetail => ({ ...detail, import: newestOf(subject, detail.import) })
  return (
    <Thing
      id="import"
      of={props.import}
      within={{ label: words("database.title"), href: url.href({ import: null, tab: null, row: null }) }}
      list={{ label: words("imports.label"), href: url.href({ import: null, tab: "imports", row: null }) }}
      nameOf={({ import: { fileName } }) => fileName}
      headOf={(detail) => {
        const { import: of, forecast } = newest(detail)
        const peopleHref = url.href({ import: null, row: null, tab: "lists", list: String(of.listId) })
        return {
          badge: <ImportStateTag state={of.state} />,
          facts: <ImportFacts of={newest(detail)} />,
          actions: importActions({ of, forecast, page, rights, peopleHref, words }),
          refused: refused !== null && (
            <div ref={focusOnMount} tabIndex={-1}>
              <ProblemNotice problem={refused} />
            </div>
          ),
        }
      }}
    >
      {(detail) => <Details {...props} of={newest(detail)} />}
    </Thing>
  )
}
