import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { dayMillis, retention } from "#schemas/constants.ts"
import type { Import } from "#schemas/people/import.ts"
import type { ImportDetail, RejectionReason } from "#schemas/people/importDetail.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"

const ended: ReadonlyArray<Import["state"]> = ["done", "failed", "cancelled"]

/** By what was read together: rows of a step that has just ended may be counted already and not be read yet. */
const areRowsRemoved = ({ import: { state, progress }, rejectedRows }: ImportDetail): boolean =>
  ended.includes(state) && progress.rejected > 0 && rejectedRows === 0

const Reason = ({ of: { column, reason, rows, first } }: { readonly of: RejectionReason }) => {
  const words = useWords()
  return (
    <details className="reason-rows">
      <summary>
        <span>
          {column !== "" && <strong>{column}: </strong>}
          {reason}
        </span>
        <span className="reason-count">{words("import.rejection.rows", { count: rows })}</span>
      </summary>
      <ul>
        {first.map(({ line, value }) => (
          <li key={line}>
            <span className="muted">{words("import.rejection.line", { line })}</span>{" "}
            <span className="rejected-value">{value}</span>
          </li>
        ))}
        {rows > first.length && (
          <li className="muted">{words("import.rejections.more", { count: rows - first.length })}</li>
        )}
      </ul>
    </details>
  )
}

const RemovedRows = () => {
  const words = useWords()
  return (
    <Section title={words("import.rejections")}>
      <p className="muted">
        <Word id="import.rejections.gone" values={{ days: retention.importRowsMillis / dayMillis }} />
      </p>
    </Section>
  )
}

/** The rows that are not taken by their reasons, each opened in place, and the file of all of them. */
export const RejectedRows = ({
  of,
  page,
}: {
  readonly of: ImportDetail
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
}) => {
  const words = useWords()
  if (areRowsRemoved(of)) return <RemovedRows />
  if (of.reasons.length === 0) return null
  return (
    <Section
      title={words("import.rejections")}
      caption={words("import.rejections.count", { rows: of.rejectedRows, reasons: of.reasons.length })}
      aside={
        <HeldButton
          variant="minimal"
          size="small"
          text={words("import.rejections.download", { count: of.rejectedRows })}
          loading={page.snapshot.matches({ working: "downloading" })}
          waits={page.snapshot.hasTag("busy")}
          onClick={() => page.send({ type: "rejections.pressed", import: of.import })}
        />
      }
    >
      <div>
        {of.reasons.map((one) => (
          <Reason key={`${one.column} ${one.reason}`} of={one} />
        ))}
      </div>
      <p className="muted small">
        <Word id="import.rejections.text" />
      </p>
    </Section>
  )
}
