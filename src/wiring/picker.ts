import { useActorRef, useSelector } from "@xstate/react"
import { pickerMachine, type PickerEvent } from "#machines/session/picker.machine.ts"
import { inspectWith } from "./journal.ts"

const inspect = inspectWith("picker")

/** Runs the chart of one field's list or calendar for as long as the field is shown. */
export const useRunningPicker = (field: string) => {
  const actor = useActorRef(pickerMachine, { id: field, inspect })
  return { snapshot: useSelector(actor, (snapshot) => snapshot), send: (event: PickerEvent): void => actor.send(event) }
}
