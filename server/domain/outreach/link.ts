import ipaddr from "ipaddr.js"
import { limits } from "#schemas/constants.ts"
import type { LinkPlace } from "#schemas/outreach/linkParameter.ts"

/** A parameter with its value as one person gets it. */
export type PlacedValue = { readonly key: string; readonly value: string; readonly in: LinkPlace }

/** A link in a text: what it says and where it begins. */
export type FoundLink = { readonly url: string; readonly start: number }

/** The first link of a rendered text; what closes the sentence is no part of it. */
export const findLink = (text: string): FoundLink | undefined => {
  const found = /https:\/\/[^\s<>"'`]+/i.exec(text)
  return found === null ? undefined : { url: found[0].replace(/[.,;:!?)\]]+$/, ""), start: found.index }
}

const placeOf = (key: string): string => `{${key}}`

/**
 * A link with its parameters in their order: path values fill their `{key}`, query
 * values come behind what the link holds already, all percent-encoded. The link's
 * own characters stay as they are.
 */
export const withParameters = (url: string, values: ReadonlyArray<PlacedValue>): string => {
  const [address = "", ...fragment] = url.split("#")
  const filled = values
    .filter((one) => one.in === "path")
    .reduce((path, { key, value }) => path.replaceAll(placeOf(key), () => encodeURIComponent(value)), address)
  const query = new URLSearchParams(values.filter((one) => one.in === "query").map(({ key, value }) => [key, value]))
  const joint = !filled.includes("?") ? "?" : /[?&]$/.test(filled) ? "" : "&"
  const whole = query.size === 0 ? filled : `${filled}${joint}${query.toString()}`
  return [whole, ...fragment].join("#")
}

/** Names that only mean something inside a network, or to the machine itself. */
const innerName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

const isInner = (host: string): boolean => {
  const name = host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase()
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() !== "unicast"
  return innerName.test(name) || !name.includes(".")
}

/** Why patients could not open an address, as a sentence; undefined for a public one. */
export const addressProblem = (url: string): string | undefined => {
  if (!URL.canParse(url)) return `The link ${url} cannot be read. Check its spelling.`
  const { hostname } = new URL(url)
  return isInner(hostname)
    ? `The link leads to ${hostname}, which patients cannot reach from outside. Use a public address.`
    : undefined
}

/**
 * What is wrong with a message's link and its parameters, as sentences. `url` is
 * the rendered link without its parameters; undefined where the text has none.
 */
export const linkProblems = (url: string | undefined, values: ReadonlyArray<PlacedValue>): ReadonlyArray<string> => {
  if (url === undefined) {
    return values.length === 0
      ? []
      : ["The message has no link for its link parameters. Write one that starts with https:// into it."]
  }
  const address = addressProblem(url)
  if (address !== undefined) return [address]
  const placeless = values
    .filter((one) => one.in === "path" && !url.includes(placeOf(one.key)))
    .map(
      ({ key }) =>
        `The link has no place ${placeOf(key)} for the parameter “${key}”. Write ${placeOf(key)} into the link, or put the parameter behind the question mark.`,
    )
  const tooLong = withParameters(url, values).length > limits.linkCharacters
  return [...placeless, ...(tooLong ? [`The link is longer than ${limits.linkCharacters} characters.`] : [])]
}
