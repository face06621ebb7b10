/** A value or a choice in a text, as Liquid writes them. */
export const placePattern = String.raw`\{\{[^{}]*\}\}|\{%[^{}%]*%\}`
const written = new RegExp(placePattern, "g")

/** The places of a text, in order, as they stand there. */
export const placeholdersIn = (text: string): ReadonlyArray<string> => text.match(written) ?? []

/** A text as pieces: plain text and places in turn, so that a place is never changed by accident. */
export const piecesOf = (text: string): ReadonlyArray<{ readonly text: string; readonly isPlace: boolean }> => {
  const places = placeholdersIn(text)
  return text
    .split(written)
    .flatMap((plain, index) => [
      { text: plain, isPlace: false },
      ...(places[index] === undefined ? [] : [{ text: places[index], isPlace: true }]),
    ])
    .filter((piece) => piece.text !== "")
}

/** What must survive: name and filters. The words of a `default` are translated with the rest; those of a choice are not. */
const meaningOf = (place: string): string => {
  const plain = place.replaceAll(/\s+/g, " ").replaceAll("‘", "'").replaceAll("’", "'")
  return plain.startsWith("{{")
    ? plain.replaceAll(/(["'])[^"']*\1/g, '""').replaceAll(" ", "")
    : plain.replaceAll(" ", "").replaceAll("'", '"')
}

const countOf = (
  places: ReadonlyArray<string>,
): ReadonlyMap<string, { readonly place: string; readonly count: number }> => {
  const counts = new Map<string, { readonly place: string; readonly count: number }>()
  for (const place of places) {
    const meaning = meaningOf(place)
    counts.set(meaning, { place: counts.get(meaning)?.place ?? place, count: (counts.get(meaning)?.count ?? 0) + 1 })
  }
  return counts
}

/** One sentence for each place of a text that its translation lacks, or has without need: names, counts and filters are the same in both. */
export const placeholderProblems = (source: string, target: string): ReadonlyArray<string> => {
  const [wanted, found] = [countOf(placeholdersIn(source)), countOf(placeholdersIn(target))]
  const missing = [...wanted].flatMap(([meaning, { place, count }]) => {
    const have = found.get(meaning)?.count ?? 0
    if (have >= count) return []
    return [have === 0 ? `${place} is missing.` : `${place} stands ${have} times, in the text ${count} times.`]
  })
  const extra = [...found].flatMap(([meaning, { place, count }]) => {
    const want = wanted.get(meaning)?.count ?? 0
    if (want >= count) return []
    return [
      want === 0
        ? `${place} does not stand in the text.`
        : `${place} stands ${count} times, in the text ${want} times.`,
    ]
  })
  return [...missing, ...extra]
}
