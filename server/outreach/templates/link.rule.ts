import ipaddr from "ipaddr.js"
import { limits } from "#schemas/constants.ts"
import type { LinkPlace } from "#schemas/outreach/linkParameter.ts"

/** A parameter with its value as one person gets it. */
export type PlacedValue = { readonly key: string; readonly value: string; readonly in: LinkPlace }

/** A link in a text: what it says and where it begins. */
export type FoundLink = { readonly url: string; readonly start: number }

/** The first link of a rendered text; what closes the sentence is no part of it. */
export const findLink = (text: string): FoundLink | undefined => {
  // Chinese and Japanese write no blank behind a link.
  const found = /https:\/\/[^\s<>"'`。，！？；：、）」』”]+/i.exec(text)
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

/** Why an address is not for patients, as a sentence; undefined for a public one. */
const addressProblem = (url: string): string | undefined => {
  if (!URL.canParse(url)) return `The link ${url} cannot be read. Check its spelling.`
  const { hostname, username, password } = new URL(url)
  if (isInner(hostname)) {
    return `The link leads to ${hostname}, which patients cannot reach from outside. Use a public address.`
  }
  return username === "" && password === ""
    ? undefined
    : `The link to ${hostname} holds a user name or a password, which everyone could read. Take it out.`
}

/** Every link of a text that is not rendered yet, with its values, in whichever branch it stands. */
const writtenLinks = /https?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"'`])*/gi

/** A value in what phones make a link of although no https:// stands before it. */
const hostsWithValues =
  /(?:www\.[\w.-]{0,253}\{\{[^{}]*\}\}|\{\{[^{}]*\}\}[\w-]{0,63}(?:(?:\.[a-z\d-]+){2}|\.[a-z]{2,63}\/))[\w.-]*/gi

/** A link up to its path: what decides where it leads. */
const authority = /^https?:\/\/[^/?#\\]*/i

const valueInHost = (host: string): string =>
  `The link ${host} has a value in its host name. Write values behind the first slash.`

/** The beginning of an address that is no link of ours; a value may stand for its scheme. */
const otherSchemes = /(?:\b[a-z][a-z\d+.-]{0,30}|\}\}):\/\//gi

const otherScheme = (start: string): string =>
  `A link begins with ${start.startsWith("}") ? "a value" : start}. Write links with https://.`

/** What is wrong with the addresses that stand in a text as it was written, or in a value, as sentences. */
export const addressProblems = (text: string): ReadonlyArray<string> => {
  const links = text.match(writtenLinks) ?? []
  const others = text.replaceAll(writtenLinks, " ").match(otherSchemes) ?? []
  const sentences = links.map((link) => {
    const [host = link] = authority.exec(link) ?? []
    return /[{}]/.test(host) ? valueInHost(host) : addressProblem(link.replace(/[.,;:!?)\]]+$/, ""))
  })
  return [...new Set([...sentences, ...others.map(otherScheme)].filter((sentence) => sentence !== undefined))]
}

/**
 * What is wrong with the addresses of a message as it was written, as sentences:
 * every link of it is judged, those that only some patients get as well. No value
 * may stand in a host name: it would reveal the patient to anyone who looks
 * names up, and could lead anywhere.
 */
export const writtenLinkProblems = (text: string): ReadonlyArray<string> => {
  const hosts = text.replaceAll(writtenLinks, " ").match(hostsWithValues) ?? []
  return [...new Set([...addressProblems(text), ...hosts.map(valueInHost)])]
}

/**
 * What is wrong with a message's link and its parameters, apart from its address, as sentences. `url` is
 * the rendered link without its parameters; undefined where the text has none.
 */
export const linkProblems = (url: string | undefined, values: ReadonlyArray<PlacedValue>): ReadonlyArray<string> => {
  if (url === undefined) {
    return values.length === 0
      ? []
      : ["The message has no link for its link parameters. Write one that starts with https:// into it."]
  }
  const misplaced = values.flatMap(({ key, value }) =>
    addressProblems(value).map((sentence) => `Link parameter “${key}”: ${sentence}`),
  )
  const placeless = values
    .filter((one) => one.in === "path" && !url.includes(placeOf(one.key)))
    .map(
      ({ key }) =>
        `The link has no place ${placeOf(key)} for the parameter “${key}”. Write ${placeOf(key)} into the link, or put the parameter behind the question mark.`,
    )
  const tooLong = withParameters(url, values).length > limits.linkCharacters
  return [
    ...misplaced,
    ...placeless,
    ...(tooLong ? [`The link is longer than ${limits.linkCharacters} characters.`] : []),
  ]
}
