import { mappableFields } from "./import.ts"

/** Words that exports write as one, and where the second begins. */
const compound =
  /^(birth|death|start|end|due|visit|admission|discharge|next|last|first|middle|maiden)(?=(date|time|name|place|visit)$)/

/** A word in the form of names: what is all in capitals says nothing by them. */
const lowered = (word: string): string =>
  word === word.toUpperCase()
    ? word
        .toLowerCase()
        .replace(/^[a-z]+$/, (all) =>
          all.replace(compound, (first) => `${first} `).replace(/ (.)/, (_, letter: string) => letter.toUpperCase()),
        )
    : word

const variableName = (header: string, position: number): string => {
  const [first, ...others] = (
    header
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? []
  ).map(lowered)
  const rest = others.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")
  const name = `${first === undefined ? "" : first[0]?.toLowerCase() + first.slice(1)}${rest}`
  return (/^[A-Za-z]/.test(name) ? name : `column${position}${name}`).slice(0, 36)
}

/**
 * The names under which templates find the custom columns of a file, in the
 * order of their `headers`: "Next visit" becomes `nextVisit`, "DEATHDATE" `deathDate`. No two are the
 * same, and none is a patient field.
 */
export const variableNames = (headers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>(mappableFields)
  return headers.map((header, index) => {
    const wanted = variableName(header, index + 1)
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
    taken.add(name)
    return name
  })
}
