import { SelectField, TextField } from "./Field.tsx"
import type { SeenForm } from "./Form.tsx"
import { useCountries, useWords } from "./Words.tsx"

/** The fields of a postal address, in the order in which it is written. */
export const addressFields = ["line1", "line2", "city", "state", "zip", "country"] as const

const optional: ReadonlyArray<string> = ["line2", "state", "zip"]

/** A postal address within a form; its fields are named `prefix` and the field. */
export const AddressFields = ({ prefix, ...props }: { form: SeenForm; id: string; readonly prefix: string }) => {
  const words = useWords()
  const countries = useCountries()
  return addressFields.map((field) => {
    const common = { ...props, name: `${prefix}${field}`, label: words(`part.address.${field}`) }
    return field === "country" ? (
      <SelectField key={field} {...common} options={countries} />
    ) : (
      <TextField key={field} {...common} maxLength={160} optional={optional.includes(field)} />
    )
  })
}
