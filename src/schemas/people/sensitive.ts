/** Why a column is not shown and left out unless the user decides otherwise. */
export type Sensitivity = "identity" | "secret" | "personal"

const kinds: Readonly<Record<Sensitivity, RegExp>> = {
  identity:
    /^(ssn|socialsecurity(number|no)?|sin|nationalid|taxid|passport(number|no)?|driver(s)?licen[sc]e(number|no)?)$/,
  secret: /^(creditcard(number|no)?|cardnumber|cvv|cvc|iban|bankaccount|password|pin)$/,
  personal: /^(race|ethnicity|religion|sexualorientation|genderidentity|diagnosis|hivstatus)$/,
}

/** A header as headers are compared: its letters and digits alone, without case and accents. */
export const plainHeader = (header: string): string =>
  header
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase()

/** Of what kind the column is that no one should carry into messages by accident; undefined for any other. */
export const sensitivityOf = (header: string): Sensitivity | undefined => {
  const name = plainHeader(header)
  return (Object.keys(kinds) as ReadonlyArray<Sensitivity>).find((kind) => kinds[kind].test(name))
}
