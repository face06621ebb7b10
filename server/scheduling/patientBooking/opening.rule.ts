/** What machines that fetch links call themselves: previews of messengers, scanners of mail and texts, search engines. CUBOT is a phone. */
const machines =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|prefetch|scan|fetcher|facebookexternalhit|whatsapp|telegram|skypeuri|headless|phantom|puppeteer|playwright|selenium|lighthouse|curl\/|wget\/|python-|java\/|go-http|okhttp|axios|node-fetch/i

/**
 * Whether an opening was a machine's, by what it calls itself (`User-Agent`); one that says nothing is one. It is a
 * claim: a machine that passes for a browser in all counts as a person.
 */
export const isMachine = (userAgent: string): boolean => userAgent.trim() === "" || machines.test(userAgent)
