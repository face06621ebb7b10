import { getCountryCallingCode, type CountryCode } from "libphonenumber-js/max"
import { externalIdentity, searchKey } from "./patientKeys.rule.ts"

/** The key columns of a patient that a search may ask for by their beginning. */
export type KeyColumn = "identity" | "last_key" | "first_key" | "phone"

/** Beginnings that must all fit. */
export type Beginnings = ReadonlyArray<readonly [column: KeyColumn, beginning: string]>

const callingCode = (country: string): string => {
  try {
    return getCountryCallingCode(country as CountryCode)
  } catch {
    return ""
  }
}

const byPhone = (text: string, country: string): ReadonlyArray<Beginnings> => {
  const digits = text.replaceAll(/\D/g, "")
  if (digits.length < 3 || !/^\+?[\d\s().-]+$/.test(text)) return []
  const numbers = [`+${digits}`, ...(text.startsWith("+") ? [] : [`+${callingCode(country)}${digits}`])]
  return [...new Set(numbers)].map((number) => [["phone", number]])
}

const byName = (text: string): ReadonlyArray<Beginnings> => {
  const [before, after] = text.split(",", 2).map(searchKey)
  if (before !== undefined && after !== undefined && after !== "") {
    return [
      [
        ["last_key", before],
        ["first_key", after],
      ],
    ]
  }
  const key = searchKey(text.replaceAll(",", " "))
  const [first = "", ...others] = key.split(" ")
  const rest = others.join(" ")
  const alone: ReadonlyArray<Beginnings> = [[["last_key", key]], [["first_key", key]]]
  return rest === ""
    ? alone
    : [
        ...alone,
        [
          ["first_key", first],
          ["last_key", rest],
        ],
        [
          ["last_key", first],
          ["first_key", rest],
        ],
      ]
}

/**
 * What a person who types `text` may mean: alternatives, each a set of
 * beginnings that must fit. Names in either order ("lopez, maria", "maria
 * lopez"), telephone numbers with or without the country's code, patient ids.
 */
export const patientSearch = (text: string, country: string): ReadonlyArray<Beginnings> => {
  const wanted = text.trim()
  if (wanted === "") return []
  const byId: ReadonlyArray<Beginnings> = [[["identity", externalIdentity(wanted)]]]
  return [...byId, ...byPhone(wanted, country), ...(/\p{L}/u.test(wanted) ? byName(wanted) : [])]
}
