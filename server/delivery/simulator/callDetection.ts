import type { CallFate } from "./callFate.ts"

/** What tells people from machines, and for how long it may listen. */
export type Detection = {
  readonly mode: "Enable" | "DetectMessageEnd"
  readonly timeoutMillis: number
}

/** What was found, and how many milliseconds after the answer. */
export type Detected = { readonly answeredBy: string; readonly after: number }

/** Finds who answered, in Twilio's words: with `DetectMessageEnd` a machine is told at the end of its greeting. */
export const detect = ({ mode, timeoutMillis }: Detection, fate: CallFate): Detected => {
  const found = (answeredBy: string, after: number): Detected =>
    after > timeoutMillis ? { answeredBy: "unknown", after: timeoutMillis } : { answeredBy, after }
  if (fate._tag === "Machine") {
    if (fate.isFax) return found("fax", 3_500)
    return mode === "Enable" ? found("machine_start", 4_000) : found(`machine_end_${fate.endsWith}`, fate.greeting)
  }
  const takenFor = fate._tag === "Human" ? fate.takenFor : "unknown"
  if (takenFor === "machine_start" && mode === "DetectMessageEnd") return found("machine_end_silence", 5_000)
  return takenFor === "unknown" ? { answeredBy: "unknown", after: timeoutMillis } : found(takenFor, 2_500)
}
