const named = /\{\{\s*(\w+)/g

/** The variables that a text names, each once. */
export const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(named)].map(([, name = ""]) => name)),
]
