import { Result } from "effect"
import { mappableFields, type ColumnMapping, type MappableField } from "#schemas/people/import.ts"
import { plainHeader, sensitivityOf } from "#schemas/people/sensitive.ts"
import { problem, type Problem } from "#schemas/problem.ts"

/** Names under which other systems export a field, the likeliest first, as `plainHeader` writes them. */
const aliases: { readonly [Field in MappableField]: ReadonlyArray<string> } = {
  externalId: [
    "externalid",
    "mrn",
    "patientid",
    "medicalrecordnumber",
    "recordnumber",
    "patientnumber",
    "chartnumber",
    "chartid",
    "chartno",
    "memberid",
    "membernumber",
    "accountnumber",
    "personid",
    "clientid",
    "customerid",
    "id",
  ],
  firstName: [
    "firstname",
    "first",
    "givenname",
    "given",
    "fname",
    "forename",
    "patientfirstname",
    "vorname",
    "nombre",
    "prenom",
  ],
  lastName: [
    "lastname",
    "last",
    "surname",
    "familyname",
    "family",
    "lname",
    "patientlastname",
    "nachname",
    "apellido",
    "apellidos",
  ],
  phone: [
    "cell",
    "cellphone",
    "mobile",
    "mobilephone",
    "mobilenumber",
    "cellnumber",
    "mobileno",
    "phone",
    "phonenumber",
    "phone1",
    "primaryphone",
    "telephone",
    "tel",
    "patientphone",
    "contactnumber",
    "homephone",
    "phoneno",
    "telefono",
  ],
  dob: ["dob", "dateofbirth", "birthdate", "birthday", "birth", "patientdob", "fechadenacimiento"],
  language: [
    "language",
    "lang",
    "preferredlanguage",
    "primarylanguage",
    "languagepreference",
    "languagecode",
    "idioma",
  ],
  addressCountry: ["country", "countrycode", "addresscountry", "countryname", "land", "pais", "pays"],
  zip: ["zip", "zipcode", "postalcode", "postcode", "zip5", "homezip", "plz"],
  timezone: ["timezone", "tz", "zone", "patienttimezone"],
  email: ["email", "emailaddress", "mail", "patientemail", "correo"],
}

/** What a file of rejected rows has before the columns of its list; uploaded again, they are left out. */
export const rejectionColumns = ["Rejected line", "Rejected because"] as const
const ours = /^rejected(line|because)$/

const isLeftOut = (header: string): boolean => sensitivityOf(header) !== undefined || ours.test(plainHeader(header))

/**
 * The headers of a file as its columns are called everywhere: trimmed, the
 * nameless called by their number, and the second of two equal ones numbered.
 */
export const columnNames = (cells: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return cells.map((cell, index) => {
    const wanted = cell.trim().replaceAll(/\s+/g, " ").slice(0, 80) || `Column ${index + 1}`
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} (${number})`
    taken.add(name.toLowerCase())
    return name
  })
}

/**
 * Guesses what each column is from its header. A field is given once, to the
 * likeliest header; what is not recognised stays as a custom value, what looks
 * like a secret, or stands in our own files only, is left out.
 */
export const guessMapping = (headers: ReadonlyArray<string>): ReadonlyArray<ColumnMapping> => {
  const names = headers.map(plainHeader)
  const targets = new Map<number, MappableField>()
  for (const field of mappableFields) {
    const alias = aliases[field].find((one) => names.some((name, index) => name === one && !targets.has(index)))
    const index = alias === undefined ? -1 : names.findIndex((name, at) => name === alias && !targets.has(at))
    if (index >= 0) targets.set(index, field)
  }
  return headers.map((header, index) => ({
    header,
    target: targets.get(index) ?? (isLeftOut(header) ? "ignore" : "custom"),
  }))
}

/** An error about columns, by their number from 0, or about all of them together. */
const invalid = (message: string, columns: ReadonlyArray<number> = []) =>
  Result.fail(
    problem("Invalid", message, {
      errors: (columns.length === 0 ? ["mapping"] : columns.map((column) => `mapping.${column}`)).map((field) => ({
        field,
        message,
      })),
    }),
  )

/** A mapping, where it is one of the columns of the file. */
export const sameColumns = (
  columns: ReadonlyArray<Pick<ColumnMapping, "header">>,
  mapping: ReadonlyArray<ColumnMapping>,
): Result.Result<ReadonlyArray<ColumnMapping>, Problem> =>
  mapping.length !== columns.length || mapping.some(({ header }, index) => header !== columns[index]?.header)
    ? invalid("These are not the columns of this file. Upload the file again.")
    : Result.succeed(mapping)

/** Judges a mapping made by a person, of the columns of the file (docs/policy.md#imports). */
export const judgeMapping = (
  mapping: ReadonlyArray<ColumnMapping>,
): Result.Result<ReadonlyArray<ColumnMapping>, Problem> => {
  const targets = mapping.map(({ target }) => target)
  const twice = mappableFields.find((field) => targets.filter((target) => target === field).length > 1)
  if (twice !== undefined) {
    const same = mapping.flatMap(({ header, target }, column) => (target === twice ? [{ header, column }] : []))
    const named = same.map(({ header }) => `"${header}"`)
    return invalid(
      `The columns ${named.join(" and ")} cannot both be the same field.`,
      same.map(({ column }) => column),
    )
  }
  return targets.includes("phone") || targets.includes("externalId")
    ? Result.succeed(mapping)
    : invalid("The file has no phone or patient id column.")
}
