import { createContext, useContext } from "react"
import type { PickerEvent, PickerSnapshot } from "#machines/session/picker.machine.ts"
import type { Seen } from "./Seen.ts"

type Picker = Seen<PickerSnapshot, PickerEvent>

/** How a field's list or calendar runs its chart; wiring gives it. */
export const Pickers = createContext<(field: string) => Picker>(() => {
  throw new Error("Fields with a list or a calendar are drawn inside Pickers.")
})

/** The chart of one field's list or calendar; `field` is the field's id. */
export const usePicker = (field: string): Picker => useContext(Pickers)(field)
