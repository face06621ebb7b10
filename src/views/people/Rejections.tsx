import { Button } from "@blueprintjs/core"
import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import { dayMillis, retention } from "#schemas/constants.ts"
import type { Rejection } from "#schemas/people/import.ts"
import { Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import type { ImportWithRejections } from "./ImportPanel.tsx"

const RejectionRow = ({ one }: { readonly one: Rejection }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <tr>
      <td data-label={words("import.rejection.line")}>{numbers(one.line)}</td>
      <td>{one.column === "" ? words("import.rejection.row") : one.column}</td>
      <td>{one.reason}</td>
      <td className="rejected-value">{one.value}</td>
    </tr>
  )
}

const RemovedRejections = () => {
  const words = useWords()
  return (
    <Section title={words("import.rejections")} level={3}>
      <p className="quiet">
        <Word id="import.rejections.gone" values={{ days: retention.importRowsMillis / dayMillis }} />
      </p>
    </Section>
  )
}

/** The rows that are not taken, each with its place, reason and value one below the other, since a panel is narrow. */
export const Rejections = ({
  of,
  page,
  isRemoved,
}: {
  readonly of: ImportWithRejections
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly isRemoved: boolean
}) => {
  const words = useWords()
  const count = of.import.progress.rejected
  if (isRemoved) return <RemovedRejections />
  if (of.rejections.length === 0) return null
  return (
    <Section title={words("import.rejections")} level={3}>
      <p className="quiet">
        <Word id="import.rejections.text" />
      </p>
      <div className="rejections" role="region" aria-label={words("import.rejections")}>
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{words("import.rejection.line")}</th>
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
        {of.rejections.length < count && (
          <Word id="import.rejections.shown" values={{ shown: of.rejections.length, count }} />
        )}
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
