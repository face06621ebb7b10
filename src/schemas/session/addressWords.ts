/** The fields of a postal address, in English. */
export const addressWords = {
  "part.address.line1": "Street and number",
  "part.address.line2": "Suite or floor",
  "part.address.city": "City",
  "part.address.state": "State",
  "part.address.zip": "ZIP",
  "part.address.country": "Country",
} as const
