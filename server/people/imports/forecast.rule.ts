import type { Forecast } from "#schemas/people/importDetail.ts"
import { phoneCountry } from "#server/people/patients/zone.rule.ts"
import type { PatientRow, RowContext } from "./patientRow.rule.ts"

/** What becomes of people that a file names, next to the patients who are known. */
export type Compared = Pick<Forecast, "added" | "changed" | "unchanged">

/** What an import of no rows will do. */
export const nothingForeseen: Forecast = {
  added: 0,
  changed: 0,
  unchanged: 0,
  duplicate: 0,
  noPhone: 0,
  landline: 0,
  textable: {},
  otherCountry: {},
}

/**
 * A forecast with the people of some more rows, each of whom they name first, and how many other rows repeat one.
 * Who has no phone, a landline or a number of a country that the company does not text is imported and cannot be texted.
 */
export const foresee = (
  before: Forecast,
  { added, changed, unchanged }: Compared,
  people: ReadonlyArray<PatientRow>,
  repeated: number,
  { countries }: RowContext,
): Forecast => {
  let { noPhone, landline } = before
  const textable = { ...before.textable }
  const otherCountry = { ...before.otherCountry }
  for (const { phone, phoneKind } of people) {
    const country = phone === null ? "" : (phoneCountry(phone) ?? "")
    if (phone === null) noPhone += 1
    else if (!countries.has(country)) otherCountry[country] = (otherCountry[country] ?? 0) + 1
    else if (phoneKind === "landline") landline += 1
    else textable[country] = (textable[country] ?? 0) + 1
  }
  return {
    added: before.added + added,
    changed: before.changed + changed,
    unchanged: before.unchanged + unchanged,
    duplicate: before.duplicate + repeated,
    noPhone,
    landline,
    textable,
    otherCountry,
  }
}
