import type { PageUrl } from "#views/parts/Seen.ts"

/** An address as a view is given it; what it is asked to go to or change is kept. */
export const pageUrl = (search: Readonly<Record<string, string>> = {}) => {
  const went: Array<Readonly<Record<string, string | null>>> = []
  const changed: Array<Readonly<Record<string, string | null>>> = []
  const url: PageUrl = {
    search,
    href: (change) => {
      const entries = Object.entries({ ...search, ...change }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      )
      return `?${new URLSearchParams(entries).toString()}`
    },
    go: (change) => void went.push(change),
    change: (change) => void changed.push(change),
  }
  return { url, went, changed }
}
