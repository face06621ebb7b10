import { Button, Classes, Spinner, SpinnerSize, type ButtonProps } from "@blueprintjs/core"
import { useId, type MouseEvent } from "react"
import { ReasonList } from "./WhyNot.tsx"

type Props = Omit<ButtonProps, "disabled" | "text"> & {
  readonly text?: string
  /** Why it takes no press, and what would change that; it describes the button. */
  readonly reason?: string | undefined
  /** The id of the line in view that says the reason, of several buttons or of one; without it a press shows the reason. */
  readonly saidIn?: string
  /** Something else is under way: it is back in a moment, so no reason is given. */
  readonly waits?: boolean
}

/** Cancels the press, and the submit that it or Enter in a field would cause. */
const refuse = (event: { preventDefault: () => void }): void => event.preventDefault()
const held = { "aria-disabled": true, className: Classes.DISABLED, onClick: refuse } as const
/** Blueprint disables a button that is loading. */
const underWay = {
  ...{ "aria-disabled": true, "aria-busy": true, className: Classes.LOADING, onClick: refuse },
  icon: <Spinner className={Classes.BUTTON_SPINNER} size={SpinnerSize.SMALL} />,
} as const

/** A button that takes no press for now keeps the keyboard's focus, which one that is disabled loses. Its reason describes it, and stands in view or in a sheet that a press opens. */
export const HeldButton = ({ reason, saidIn, waits = false, loading = false, onClick, ...look }: Props) => {
  const id = useId()
  const sheet = `${id}sheet`
  const hasSheet = reason !== undefined && saidIn === undefined
  // By hand, for a popover's own button would open it at once when its last press is what makes it impossible.
  const shown = (event: MouseEvent<HTMLElement>): void => {
    refuse(event)
    document.getElementById(sheet)?.showPopover({ source: event.currentTarget })
  }
  return (
    <>
      <Button
        {...look}
        {...(loading ? underWay : reason === undefined && !waits ? { onClick } : held)}
        {...(reason === undefined ? {} : { "aria-describedby": saidIn ?? id })}
        {...(hasSheet && !loading ? { onClick: shown } : {})}
      />
      {hasSheet && (
        <div className="menu-sheet" id={sheet} popover="auto">
          <ReasonList id={id} reasons={[[reason, look["aria-label"] ?? look.text ?? ""]]} />
        </div>
      )}
    </>
  )
}
