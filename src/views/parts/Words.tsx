import { FormattedMessage, useIntl } from "react-intl"
import type { ReactNode } from "react"
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

/** Numbers by the reader's locale; `fractions` is how many decimals at most. */
export const useNumbers = (): ((value: number, fractions?: number) => string) => {
  const intl = useIntl()
  return (value, fractions = 0) => intl.formatNumber(value, { maximumFractionDigits: fractions })
}

/** Codes that are regions to `Intl` and no countries. */
const noCountries: ReadonlySet<string> = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"])
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

/** Every country with its name, in the order of names, for a field to choose one. */
export const useCountries = (): ReadonlyArray<{ readonly value: string; readonly label: string }> => {
  const { locale } = useIntl()
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" })
  return pairs
    .flatMap((value) => {
      const label = noCountries.has(value) ? undefined : names.of(value)
      return label === undefined ? [] : [{ value, label }]
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}

/** The name of a language by its tag, in the interface's language. */
export const useLanguageNames = (): ((tag: string) => string) => {
  const intl = useIntl()
  return (tag) => intl.formatDisplayName(tag, { type: "language" }) ?? tag
}
