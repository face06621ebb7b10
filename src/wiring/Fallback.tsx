import { Component, type ReactNode } from "react"
import { Sheet, SheetWithin } from "#views/session/SessionView.tsx"
import { useScreens } from "#views/session/screenWords.ts"
import { ReportProblem } from "./ReportProblem.tsx"

const Broken = ({ within }: { readonly within: boolean }) => {
  const words = useScreens().unexpected
  const Paper = within ? SheetWithin : Sheet
  return (
    <Paper heading={words.heading}>
      <p>{words.text}</p>
      <div className="sheet-actions">
        <button type="button" className="sheet-button" onClick={() => location.reload()}>
          {words.reload}
        </button>
        <a className="sheet-button sheet-button-quiet" href="/">
          {words.home}
        </a>
      </div>
      <ReportProblem />
    </Paper>
  )
}

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
    return this.state.error === null ? this.props.children : <Broken within={this.props.within === true} />
  }
}
