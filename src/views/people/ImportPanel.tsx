import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import { stepsDoneOf, type DatabaseEvent, type DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { newestOf } from "#machines/people/importSteps.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Import, Rejection } from "#schemas/people/import.ts"
import { isLinked } from "#schemas/routes.ts"
import { Facts, SidePanel } from "#views/parts/Page.tsx"
import { Progress } from "#views/parts/Progress.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { storedRows } from "./CancelImport.tsx"
import { ImportStateTag } from "./ImportsTable.tsx"
import { ReadAs } from "./ReadAs.tsx"
import { Rejections } from "./Rejections.tsx"
import { UploadButton } from "./UploadButton.tsx"

/** An import as its panel reads it. */
export type ImportWithRejections = { readonly import: Import; readonly rejections: ReadonlyArray<Rejection> }

type Props = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly import: SeenReading<ImportWithRejections>
}

const Numbers = ({ of }: { readonly of: Import }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { progress, state } = of
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
        [words("import.read"), <ReadAs key="read" of={of} />],
        ...(state === "uploaded"
          ? []
          : ([
              [words("import.valid"), numbers(progress.valid)],
              ...(of.otherCountry === 0
                ? []
                : ([
                    [words("import.otherCountry"), words("import.otherCountry.text", { count: of.otherCountry })],
                  ] as const)),
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
          disabled={busy || missing !== undefined || none !== undefined}
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

const ended: ReadonlyArray<Import["state"]> = ["done", "failed", "cancelled"]

/** By what was read together: rows of a step that has just ended may be counted already and not be read yet. */
const areRowsRemoved = ({ import: { state, progress }, rejections }: ImportWithRejections): boolean =>
  ended.includes(state) && progress.rejected > 0 && rejections.length === 0

type DetailsProps = {
  readonly of: ImportWithRejections
  readonly page: Props["page"]
  /** Whether rejected rows were counted of which none is kept any more. */
  readonly isRemoved: boolean
}

const Details = ({ of, page, isRemoved }: DetailsProps) => {
  const { problem, state, listId } = of.import
  return (
    <div className="page-content">
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
      <Going of={of.import} />
      <Numbers of={of.import} />
      <Rejections of={of} page={page} isRemoved={isRemoved} />
    </div>
  )
}

/** The side panel of one import: where it stands, what it found, and the next step. */
export const ImportPanel = (props: Props) => {
  const words = useWords()
  const { page } = props
  const read = props.import.snapshot.context.data?.import
  const shown = read === undefined ? undefined : newestOf(page.snapshot.context.subject, read)
  return (
    <SidePanel
      title={shown?.fileName ?? words("imports.label")}
      arrivals={stepsDoneOf(page.snapshot, shown?.importId)}
      onClose={() => props.url.change({ import: null })}
      {...(shown === undefined ? {} : { actions: <Actions of={shown} props={props} /> })}
    >
      <Reading of={props.import}>
        {(data) => (
          <Details
            of={{ ...data, import: newestOf(page.snapshot.context.subject, data.import) }}
            page={page}
            isRemoved={areRowsRemoved(data)}
          />
        )}
      </Reading>
    </SidePanel>
  )
}
