import { Button } from "@blueprintjs/core"
import { CaretDown } from "@blueprintjs/icons"
import type { ReactNode } from "react"

/**
 * A button that opens a small sheet under it: what is used less often. It closes by Escape, by a press outside and
 * by a press on one of its own buttons. `id` is unique on the page.
 */
export const MenuButton = (props: { readonly id: string; readonly label: ReactNode; readonly children: ReactNode }) => (
  <>
    <Button text={props.label} endIcon={<CaretDown size={14} />} {...{ popoverTarget: props.id }} />
    <div
      className="menu-sheet"
      id={props.id}
      popover="auto"
      onClick={({ currentTarget, target }) => {
        if ((target as Element).closest("a, button") !== null) currentTarget.hidePopover()
      }}
    >
      {props.children}
    </div>
  </>
)
