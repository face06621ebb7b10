import { Button } from "@blueprintjs/core"
import type { TranslationFilesEvent, TranslationFilesSnapshot } from "#machines/language/translationFiles.machine.ts"
import { languages as allLanguages } from "#schemas/administration/companyDraft.ts"
import {
  translationFileLimits,
  type TranslationFileOutcome,
  type TranslationFileRow,
} from "#schemas/language/translationFile.ts"
import { FileButton } from "#views/parts/FileButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

type Props = { readonly page: Seen<TranslationFilesSnapshot, TranslationFilesEvent> }

const tones: Readonly<Record<TranslationFileOutcome, Tone>> = {
  change: "info",
  same: "neutral",
  empty: "neutral",
  refused: "danger",
  done: "success",
}

const Rows = ({ rows }: { readonly rows: ReadonlyArray<TranslationFileRow> }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  return (
    <TableScroll label={words("translationFile.rows")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words("translationFile.row")}</th>
            <th scope="col">{words("translationFile.template")}</th>
            <th scope="col">{words("translationFile.language")}</th>
            <th scope="col">{words("translationFile.outcome")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, name, language, outcome, reason }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{name}</td>
              <td>{allLanguages.some((one) => one === language) ? languageNames(language) : language}</td>
              <td>
                <StateTag tone={tones[outcome]}>{words(`translationFile.${outcome}`)}</StateTag>{" "}
                <span className="small">{reason}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

const countsOf = (rows: ReadonlyArray<TranslationFileRow>) => {
  const of = (wanted: TranslationFileOutcome): number => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    ...{ change: of("change"), same: of("same"), empty: of("empty"), refused: of("refused"), done: of("done") },
  }
}

const Choosing = ({ page }: Props) => {
  const words = useWords()
  const { problem } = page.snapshot.context
  return (
    <>
      {problem !== null && (
        <ProblemNotice
          title={words("translationFile.unread")}
          problem={problem}
          // Nothing on this page is a field that could be marked.
          way={problem.problem === "Invalid" ? words("translationFile.unread.way") : undefined}
        />
      )}
      <FileButton
        label={words("translationFile.choose")}
        accept=".xlf,.xliff,.csv,.txt,text/csv,application/xliff+xml"
        busy={false}
        isZone
        hint={words("translationFile.choose.hint", {
          texts: translationFileLimits.texts,
          megabytes: translationFileLimits.bytes / 1024 / 1024,
        })}
        onChoose={(file) => page.send({ type: "file.chosen", file })}
      />
    </>
  )
}

const Judged = ({ page, rows }: Props & { readonly rows: ReadonlyArray<TranslationFileRow> }) => {
  const words = useWords()
  const { snapshot, send } = page
  const { problem } = snapshot.context
  const counts = countsOf(rows)
  const isDone = snapshot.matches({ back: "done" })
  const isImporting = snapshot.matches({ back: "importing" })
  return (
    <>
      {problem !== null && (
        <ProblemNotice
          title={words("translationFile.notImported")}
          problem={problem}
          way={words("translationFile.notImported.way")}
        />
      )}
      <p role="status">
        {isImporting
          ? words("translationFile.importing")
          : words(isDone ? "translationFile.counts.done" : "translationFile.counts", counts)}
      </p>
      <p className="muted">
        {words(counts.change + counts.done === 0 ? "translationFile.nothing" : "translationFile.review")}
      </p>
      {!isImporting && (
        <div className="form-actions">
          {counts.change > 0 && (
            <Button
              intent="primary"
              text={words("translationFile.import", counts)}
              onClick={() => send({ type: "import.pressed" })}
            />
          )}
          <Button text={words("translationFile.again")} onClick={() => send({ type: "again.pressed" })} />
        </div>
      )}
      <Rows rows={rows} />
    </>
  )
}

/** The file that comes back: chosen, checked text by text, and imported. */
export const TranslationFileImport = ({ page }: Props) => {
  const words = useWords()
  const { snapshot } = page
  const { check, file } = snapshot.context
  return (
    <Section title={words("translationFile.import.title")} caption={file?.name}>
      {snapshot.matches({ back: "choosing" }) && <Choosing page={page} />}
      {snapshot.matches({ back: "checking" }) && (
        <>
          <p role="status">{words("translationFile.checking")}</p>
          <Skeleton lines={6} />
        </>
      )}
      {check !== null && <Judged page={page} rows={check.rows} />}
    </Section>
  )
}
