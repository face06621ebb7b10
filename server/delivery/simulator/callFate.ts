/** Who or what takes a call, and what they do then. Times are milliseconds at speed 1. */
export type CallFate = NotAnswered | Human | Machine

type NotAnswered =
  | { readonly _tag: "NoAnswer" }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Failed"; readonly errorCode: string; readonly sipCode: string }

/** A key of a phone. */
export type Key = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "*" | "#"

export type Human = {
  readonly _tag: "Human"
  /** A key, one that the menu names, or none. */
  readonly presses: Key | "named" | "nothing"
  /** From the answer on; null stays to the end. */
  readonly hangsUpAfter: number | null
  /** How long they speak where they are asked to; 0 says nothing. */
  readonly speaksFor: number
  /** What the detection of machines takes them for. */
  readonly takenFor: "human" | "unknown" | "machine_start"
}

export type Machine = {
  readonly _tag: "Machine"
  readonly greeting: number
  readonly endsWith: "beep" | "silence" | "other"
  readonly isFax: boolean
}

/** A patient person who presses a key that the menu names. */
export const human = (more: Partial<Human> = {}): Human => ({
  _tag: "Human",
  presses: "named",
  hangsUpAfter: null,
  speaksFor: 6_000,
  takenFor: "human",
  ...more,
})

/** A machine with a greeting and a beep. */
export const machine = (more: Partial<Machine> = {}): Machine => ({
  _tag: "Machine",
  greeting: 8_000,
  endsWith: "beep",
  isFax: false,
  ...more,
})
