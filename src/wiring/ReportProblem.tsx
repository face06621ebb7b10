import { useState } from "react"
import { screens } from "#schemas/session/words.ts"
import { codeOf } from "./chunks.ts"
import { reportSaver } from "./reportSaver.ts"

/** Saves the masked journal for a tester; it stands where something broke, so it needs no code that is not here by then. */
export const ReportProblem = () => {
  const [outcome, setOutcome] = useState<"saved" | "failed" | null>(null)
  const save = (): void =>
    void codeOf(reportSaver).then(
      (saveReport) => {
        saveReport()
        setOutcome("saved")
      },
      () => setOutcome("failed"),
    )
  return (
    <>
      <p className="sheet-quiet">{screens.report.text}</p>
      <button type="button" className="sheet-button sheet-button-quiet" onClick={save}>
        {screens.report.action}
      </button>
      <p role="status">{outcome === null ? "" : screens.report[outcome]}</p>
    </>
  )
}
