import { useState } from "react"
import { useScreens } from "#views/session/screenWords.ts"
import { codeOf } from "./chunks.ts"
import { reportSaver } from "./reportSaver.ts"

/** Saves the masked journal for a tester; it stands where something broke, so it needs no code that is not here by then. */
export const ReportProblem = () => {
  const words = useScreens().report
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
      <p className="sheet-quiet">{words.text}</p>
      <button type="button" className="sheet-button sheet-button-quiet" onClick={save}>
        {words.action}
      </button>
      <p role="status">{outcome === null ? "" : words[outcome]}</p>
    </>
  )
}
