const place = /\{(\w+)\}/g
const special = /[.*+?^$()|[\]\\]/g

/** What stands in a place: digits where its name begins with "count", else anything. */
const placeIn = (name: string): string => `(?<${name}>${name.startsWith("count") ? "[\\d,.]*\\d" : ".+?"})`

/**
 * Says sentences in another language by the whole sentence, its places included: what the server says, and tables that
 * it shares with the page, come in English. What stands in a place is said too where it is a sentence itself, but for `{name}`;
 * a sentence that is not among them stays as it came.
 */
export const sentencesIn = (translations: Readonly<Record<string, string>>): ((english: string) => string) => {
  const patterns = Object.entries(translations)
    .filter(([english]) => english.includes("{"))
    .map(([english, said]) => {
      const source = english.replaceAll(special, String.raw`\$&`).replaceAll(place, (_, name: string) => placeIn(name))
      return { pattern: new RegExp(`^${source}$`), said }
    })
  const say = (english: string): string => {
    const whole = translations[english]
    if (whole !== undefined) return whole
    for (const { pattern, said } of patterns) {
      const places = pattern.exec(english)?.groups
      if (places !== undefined)
        return said.replaceAll(place, (_, name: string) =>
          // Names are people’s own.
          name === "name" ? (places[name] ?? "") : say(places[name] ?? ""),
        )
    }
    return english
  }
  return say
}
