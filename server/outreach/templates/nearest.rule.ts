/** Edits that turn one word into the other: insert, delete, replace, swap of neighbours. */
const distance = (left: string, right: string): number => {
  let beforeLast: ReadonlyArray<number> = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const next = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = next
  }
  return last[right.length] ?? 0
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The known word that was most likely meant, or none when all are too far away. */
export const nearest = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const wanted = plain(word)
  const [best] = known
    .map((candidate) => ({ candidate, away: distance(wanted, plain(candidate)) }))
    .toSorted((left, right) => left.away - right.away)
  return best !== undefined && best.away <= Math.max(1, Math.floor(wanted.length / 3)) ? best.candidate : undefined
}
