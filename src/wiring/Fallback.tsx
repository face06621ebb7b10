import { Component, type ErrorInfo, type ReactNode } from "react"
import { Sheet, SheetWithin } from "#views/session/SessionView.tsx"
import { screens } from "#schemas/session/words.ts"

const reasonOf = (error: Error): string =>
  error.name === "ChunkLoadError"
    ? "A part of the page could not be loaded. The product may have been updated, or the connection was lost."
    : "Something in this page broke. What you saved before is safe."

/** "Unexpected Application Error!" with a way back, in the place of what broke (spec §2). */
export class Fallback extends Component<
  { readonly within?: boolean; readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    const Paper = this.props.within === true ? SheetWithin : Sheet
    return (
      <Paper heading={screens.unexpected.heading}>
        <p>{reasonOf(this.state.error)}</p>
        <div className="sheet-actions">
          <button type="button" className="sheet-button" onClick={() => location.reload()}>
            Reload the page
          </button>
          <a className="sheet-button sheet-button-quiet" href="/">
            Go to Home
          </a>
        </div>
      </Paper>
    )
  }
}
