import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { useCountryNames, useWords } from "#views/parts/Words.tsx"

type Chosen = Pick<CompanyDraft, "country" | "textCountries">

/** The countries whose numbers a company texts, by name: those it chose, else its own and that it is its own. */
export const useTextCountries = (): ((company: Chosen) => string) => {
  const words = useWords()
  const countryNames = useCountryNames()
  return ({ country, textCountries }) => {
    if (textCountries.length > 0) return textCountries.map((code) => countryNames(code) ?? code).join(", ")
    const own = countryNames(country)
    return own === undefined
      ? words("company.textCountries.own.unknown")
      : words("company.textCountries.own", { country: own })
  }
}
