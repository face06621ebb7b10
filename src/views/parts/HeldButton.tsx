import { Button, Classes, type ButtonProps } from "@blueprintjs/core"

type Props = Omit<ButtonProps, "disabled"> & {
  /** Why it takes no press, and what would change that; it describes the button. */
  readonly reason: string | undefined
  /** Something else is under way: it is back in a moment, so no reason is given. */
  readonly waits?: boolean
}

/** A button that takes no press for now keeps the keyboard's focus, which one that is disabled loses, and says why. */
export const HeldButton = ({ reason, waits = false, onClick, ...look }: Props) => (
  <Button
    {...look}
    {...(reason === undefined && !waits ? { onClick } : { "aria-disabled": true, className: Classes.DISABLED })}
    {...(reason === undefined ? {} : { title: reason })}
  />
)
