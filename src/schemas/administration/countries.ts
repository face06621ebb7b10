/** Codes that are regions to `Intl` and no countries. */
const noCountries: ReadonlySet<string> = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"])
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

/** Whether a text is a country's code of two letters (ISO 3166) that is in use: `DD` became `DE`, and no number is of it. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

/** Every country by its code, with its name in a language given as a BCP 47 tag. */
export const countriesIn = (language: string): ReadonlyArray<{ readonly value: string; readonly label: string }> => {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
  return pairs.filter(isCountry).flatMap((value) => {
    const label = names.of(value)
    return label === undefined ? [] : [{ value, label }]
  })
}
