import { FormattedMessage, useIntl } from "react-intl"
import type { ReactNode } from "react"
import { countriesIn, isCountry } from "#schemas/administration/countries.ts"
import type { WordId } from "#schemas/words.ts"

type Values = Readonly<Record<string, string | number | Date | null | undefined>>

/** A word by its id, in the interface's language; `values` fill its places and may be elements. */
export const Word = ({
  id,
  values,
}: {
  readonly id: WordId
  readonly values?: Readonly<Record<string, ReactNode>>
}) => <FormattedMessage id={id} {...(values === undefined ? {} : { values })} />

/** Words as plain text, for labels, titles and attributes. */
export const useWords = (): ((id: WordId, values?: Values) => string) => {
  const intl = useIntl()
  return (id, values) => intl.formatMessage({ id }, values)
}

/**
 * The text of the first of some ids that is a word's; undefined where none is. For ids made of what the server
 * sends, which may name more than the interface has words for.
 */
export const useKnownWords = (): ((...ids: ReadonlyArray<string>) => string | undefined) => {
  const intl = useIntl()
  return (...ids) => {
    const id = ids.find((one) => Object.hasOwn(intl.messages, one))
    return id === undefined ? undefined : intl.formatMessage({ id })
  }
}

/** Numbers by the reader's locale; `fractions` is how many decimals at most. */
export const useNumbers = (): ((value: number, fractions?: number) => string) => {
  const intl = useIntl()
  return (value, fractions = 0) => intl.formatNumber(value, { maximumFractionDigits: fractions })
}

/** Every country with its name, in the order of names, for a field to choose one. */
export const useCountries = (): ReturnType<typeof countriesIn> => {
  const { locale } = useIntl()
  return countriesIn(locale).toSorted((one, other) => one.label.localeCompare(other.label, locale))
}

/** The name of a country by its code, in the interface's language; undefined for what is no code of one. */
export const useCountryNames = (): ((code: string) => string | undefined) => {
  const intl = useIntl()
  return (code) => (isCountry(code) ? intl.formatDisplayName(code, { type: "region" }) : undefined)
}

/** The name of a language by its tag, in the interface's language; a tag that has none stands for itself. */
export const useLanguageNames = (): ((tag: string) => string) => {
  const intl = useIntl()
  return (tag) => {
    try {
      return intl.formatDisplayName(tag, { type: "language" }) ?? tag
    } catch {
      return tag
    }
  }
}

/** Languages by their tags, with their names in the interface's language and in the order of these, for a field to choose one. */
export const useLanguageChoices = (
  tags: ReadonlyArray<string>,
): ReadonlyArray<{ readonly value: string; readonly label: string }> => {
  const { locale } = useIntl()
  const languageNames = useLanguageNames()
  return tags
    .map((value) => ({ value, label: languageNames(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}
