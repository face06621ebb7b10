import { Button } from "@blueprintjs/core"
import { CaretDown } from "@blueprintjs/icons"
import type { ReactNode } from "react"

/**
 * A button that opens a small sheet under it: what is used less often. It closes by Escape and by a press outside.
 * `id` is unique on the page.
 */
export const MenuButton = (props: { readonly id: string; readonly label: ReactNode; readonly children: ReactNode }) => (
  <>
    <Button text={props.label} endIcon={<CaretDown size={14} />} {...{ popoverTarget: props.id }} />
    <div className="menu-sheet" id={props.id} popover="auto">
      {props.children}
    </div>
  </>
)
