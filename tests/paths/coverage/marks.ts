import type { Coverage } from "./coverage.ts"

/** Who took a transition or stood in a state: by kind its colour, and a sign that says the same without colour. */
export const signs = { all: "●", some: "◐", paths: "○", none: "✕" } as const
export type Kind = keyof typeof signs

/** What each kind says, for the key. */
export const kindWords: Readonly<Record<Kind, string>> = {
  all: "running program and a recorded session",
  some: "running program",
  paths: "paths of the tests only, or a session only",
  none: "no one",
}

/** Who of the three saw it; `what` is a transition taken or a state in force. */
export const kindOf = ({ covered }: Coverage, what: "taken" | "states", name: string): Kind => {
  const [unit, program, sessions] = [covered.unit, covered.program, covered.sessions].map((one) => one[what].has(name))
  if (program) return sessions ? "all" : "some"
  return unit || sessions ? "paths" : "none"
}

/** The same in words: where the program runs is a page, or the server. */
export const takersOf = ({ covered, isLifecycle }: Coverage, what: "taken" | "refused", name: string): string =>
  [
    covered.unit[what].has(name) ? "paths" : "",
    covered.program[what].has(name) ? (isLifecycle ? "server" : "page") : "",
    covered.sessions[what].has(name) ? "session" : "",
  ]
    .filter(Boolean)
    .join(", ") || "no one"
