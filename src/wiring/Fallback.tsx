import { Component, type ReactNode } from "react"
import { Sheet, SheetWithin } from "#views/session/SessionView.tsx"
import { screens } from "#schemas/session/words.ts"
import { ReportProblem } from "./ReportProblem.tsx"

/**
 * "Unexpected Application Error!" with a way back, in the place of what broke (docs/policy.md#pages).
 * It logs nothing: React logs what it catches, the browser what no one catches.
 */
export class Fallback extends Component<
  { readonly within?: boolean; readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    const Paper = this.props.within === true ? SheetWithin : Sheet
    return (
      <Paper heading={screens.unexpected.heading}>
        <p>{screens.unexpected.text}</p>
        <div className="sheet-actions">
          <button type="button" className="sheet-button" onClick={() => location.reload()}>
            {screens.unexpected.reload}
          </button>
          <a className="sheet-button sheet-button-quiet" href="/">
            {screens.unexpected.home}
          </a>
        </div>
        <ReportProblem />
      </Paper>
    )
  }
}
