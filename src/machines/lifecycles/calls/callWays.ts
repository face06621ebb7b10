import type { CallStep, PhoneKey, StepId } from "#schemas/outreach/callFlow.ts"

/** What leads out of a step: by a key of a menu, by its `otherwise`, or by itself; `to` is null where nothing follows. */
export type Way = { readonly to: StepId | null; readonly label: PhoneKey | "otherwise" | null }

/** Where a step leads, by whatever happens. */
export const waysOf = (step: CallStep): ReadonlyArray<Way> => {
  if (step._tag === "HangUp") return []
  if (step._tag !== "Menu") return [{ to: step.next, label: null }]
  return [...step.keys.map(({ key, next }) => ({ to: next, label: key })), { to: step.otherwise, label: "otherwise" }]
}
