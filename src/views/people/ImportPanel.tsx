import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { importTable } from "#machines/lifecycles/tables.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Import, Rejection } from "#schemas/people/import.ts"
import { isLinked } from "#schemas/routes.ts"
import { Facts, Section, SidePanel } from "#views/parts/Page.tsx"
import { Progress } from "#views/parts/Progress.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { storedRows } from "./CancelImport.tsx"
import { ImportStateTag } from "./ImportsTable.tsx"
import { UploadButton } from "./UploadButton.tsx"

/** An import as its panel reads it. */
export type ImportWithRejections = { readonly import: Import; readonly rejections: ReadonlyArray<Rejection> }

type Props = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly import: SeenReading<ImportWithRejections>
}

const delimiters: Readonly<Record<string, "comma" | "semicolon" | "tab" | "pipe">> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "pipe",
}

const Numbers = ({ of }: { readonly of: Import }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { progress, state } = of
  const delimiter = delimiters[of.delimiter]
  const stored: ReadonlyArray<readonly [string, string]> =
    of.listId !== null
      ? [
          [words("import.added"), numbers(progress.added)],
          [words("import.changed"), numbers(progress.changed)],
          [words("import.unchanged"), numbers(progress.unchanged)],
          [words("import.duplicate"), numbers(progress.duplicate)],
        ]
      : []
  return (
    <Facts
      rows={[
        [words("imports.state"), <ImportStateTag key="state" state={state} />],
        [words("import.list"), of.listName],
        [
          words("import.read"),
          words("import.read.value", {
            encoding: of.encoding,
            delimiter: delimiter === undefined ? of.delimiter : words(`import.delimiter.${delimiter}`),
          }),
        ],
        ...(state === "uploaded"
          ? []
          : ([
              [words("import.valid"), numbers(progress.valid)],
              [words("import.rejectedRows"), numbers(progress.rejected)],
            ] as const)),
        ...stored,
      ]}
    />
  )
}

/** How far a check or a run is; both count what is truly done. */
const Going = ({ of }: { readonly of: Import }) => {
  const words = useWords()
  if (of.state === "checking") {
    return <Progress done={of.progress.done} total={of.bytes} label={words("import.checkingRows")} quiet />
  }
  if (of.state === "running") {
    return <Progress done={of.progress.done} total={of.progress.valid} label={words("import.runningRows")} />
  }
  return null
}

const Actions = ({ of, props }: { readonly of: Import; readonly props: Props }) => {
  const words = useWords()
  const { page, rights } = props
  const allowed = importTable.allowed(of.state)
  const busy = page.snapshot.hasTag("busy")
  const missing = missingRight(rights, "Database.RunImport")
  const none = of.progress.valid === 0 ? words("import.run.none") : undefined
  return (
    <>
      {allowed.includes("ImportStarted") && (
        <Button
          intent="primary"
          text={words("import.run", { count: of.progress.valid })}
          loading={page.snapshot.matches({ working: "starting" })}
          disabled={missing !== undefined || none !== undefined}
          onClick={() => page.send({ type: "run.pressed", import: of })}
        />
      )}
      {allowed.includes("ImportCheckStarted") && (
        <Button
          text={words(of.state === "uploaded" ? "import.map" : "import.mapAgain")}
          intent={of.state === "uploaded" ? "primary" : "none"}
          disabled={busy || missing !== undefined}
          onClick={() => page.send({ type: "map.pressed", import: of })}
        />
      )}
      {allowed.includes("ImportCancelled") && (
        <Button
          text={words("import.cancel")}
          disabled={busy || missing !== undefined}
          onClick={() => page.send({ type: "cancel.pressed", import: of })}
        />
      )}
      {(of.state === "failed" || of.state === "cancelled") && (
        <UploadButton page={page} rights={rights} label="import.uploadAgain" />
      )}
      {of.state === "done" && isLinked("/campaign", rights) && of.listId !== null && (
        <Link href={`/campaign?new&listId=${of.listId}`} className="button-link">
          {words("import.useInCampaign")}
        </Link>
      )}
      {(missing ?? (allowed.includes("ImportStarted") ? none : undefined)) !== undefined && (
        <p className="reason">{missing ?? none}</p>
      )}
    </>
  )
}

const RejectionRow = ({ one }: { readonly one: Rejection }) => {
  const numbers = useNumbers()
  return (
    <tr>
      <td className="cell-end">{numbers(one.line)}</td>
      <td>{one.column}</td>
      <td>{one.reason}</td>
      <td className="rejected-value">{one.value}</td>
    </tr>
  )
}

const Rejections = ({ of, props }: { readonly of: ImportWithRejections; readonly props: Props }) => {
  const words = useWords()
  const { page } = props
  const count = of.import.progress.rejected
  if (count === 0) return null
  return (
    <Section title={words("import.rejections")} level={3}>
      <p className="quiet">
        <Word id="import.rejections.text" />
      </p>
      <div className="table-scroll" role="region" aria-label={words("import.rejections")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" className="cell-end">
                {words("import.rejection.line")}
              </th>
              <th scope="col">{words("import.rejection.column")}</th>
              <th scope="col">{words("import.rejection.reason")}</th>
              <th scope="col">{words("import.rejection.value")}</th>
            </tr>
          </thead>
          <tbody>
            {of.rejections.map((one) => (
              <RejectionRow key={`${one.line} ${one.column}`} one={one} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="rejections-foot">
        <Word id="import.rejections.shown" values={{ shown: of.rejections.length, count }} />
        <Button
          text={words("import.rejections.download")}
          loading={page.snapshot.matches({ working: "downloading" })}
          disabled={page.snapshot.hasTag("busy")}
          onClick={() => page.send({ type: "rejections.pressed", import: of.import })}
        />
      </div>
    </Section>
  )
}

/** The side panel of one import: where it stands, what it found, and the next step. */
export const ImportPanel = (props: Props) => {
  const shown = props.import.snapshot.context.data?.import
  const words = useWords()
  return (
    <SidePanel
      title={shown?.fileName ?? words("imports.label")}
      onClose={() => props.url.change({ import: null })}
      {...(shown === undefined ? {} : { actions: <Actions of={shown} props={props} /> })}
    >
      <Reading of={props.import}>
        {(data) => (
          <div className="page-content">
            {data.import.problem !== null && (
              <div className="notice notice-danger" role="alert">
                <p>{data.import.problem}</p>
              </div>
            )}
            {data.import.state === "cancelled" && (
              <div className="notice">
                <p>
                  <Word
                    id="import.cancelled.text"
                    values={{ count: storedRows(data.import), list: data.import.listId === null ? "none" : "made" }}
                  />
                </p>
              </div>
            )}
            <Going of={data.import} />
            <Numbers of={data.import} />
            <Rejections of={data} props={props} />
          </div>
        )}
      </Reading>
    </SidePanel>
  )
}
