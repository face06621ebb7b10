/** Remembers in which line of a file each person was first named. */
export type FirstLines = {
  /** The line in which `identity` was named before; undefined when it is `line` that names it first. */
  readonly lineBefore: (identity: string, line: number) => number | undefined
}

/** A number of 53 bits from a text, spread evenly; never 0. */
const numberOf = (text: string): number => {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0) || 1
}

type Table = { readonly keys: Float64Array; readonly lines: Int32Array }

const tableOf = (size: number): Table => ({ keys: new Float64Array(size), lines: new Int32Array(size) })

/** Where a key stands in a table whose size is a power of two, or where it would. */
const placeOf = ({ keys }: Table, key: number): number => {
  let place = key % keys.length
  while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) % keys.length
  return place
}

const doubled = (table: Table): Table => {
  const larger = tableOf(table.keys.length * 2)
  for (const [index, key] of table.keys.entries()) {
    if (key === 0) continue
    const place = placeOf(larger, key)
    larger.keys[place] = key
    larger.lines[place] = table.lines[index] ?? 0
  }
  return larger
}

/**
 * Lines by person, of a file that may have two million rows: by hashes, at 24 bytes a person. That two of a million
 * people have the same hash, and one of them is taken for a repetition, happens in one file of 18,000.
 */
export const firstLines = (): FirstLines => {
  let table = tableOf(1_024)
  let people = 0
  return {
    lineBefore: (identity, line) => {
      const key = numberOf(identity)
      const place = placeOf(table, key)
      if (table.keys[place] === key) return table.lines[place]
      table.keys[place] = key
      table.lines[place] = line
      people += 1
      if (people * 2 > table.keys.length) table = doubled(table)
      return undefined
    },
  }
}
