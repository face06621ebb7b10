import type { addressFields } from "./AddressFields.tsx"
import { useCountryNames } from "./Words.tsx"

/** A postal address in two lines, as it is written on a letter. */
export const PostalAddress = ({ of }: { readonly of: Readonly<Record<(typeof addressFields)[number], string>> }) => {
  const countries = useCountryNames()
  const { line1, line2, city, state, zip, country } = of
  return (
    <>
      {[line1, line2].filter(Boolean).join(", ")}
      <br />
      {[city, [state, zip].filter(Boolean).join(" "), countries(country) ?? country].filter(Boolean).join(", ")}
    </>
  )
}
