/** A text as search and identity see it: without case, accents, or doubled blanks. */
export const searchKey = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase().trim().replaceAll(/ {2,}/g, " ")
    : text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim().replaceAll(/\s+/g, " ")

type Named = {
  readonly externalId: string | null
  readonly phone: string | null
  readonly firstName: string
  readonly lastName: string
}

/** The keys stored next to a patient. */
export type PatientKeys = { readonly identity: string; readonly lastKey: string; readonly firstKey: string }

/** How identities made from an external id begin; searching by id is searching identities that begin so. */
export const externalIdentity = (externalId: string): string => `e:${searchKey(externalId)}`

/**
 * Who a row is within its company. With an external id (a record number), that
 * id alone: the person may change name and phone. Without one, phone and name
 * together: a family shares a phone. A person first listed without an id and
 * later with one stays two patients until someone merges them.
 */
export const patientKeys = (person: Named): PatientKeys => {
  const lastKey = searchKey(person.lastName)
  const firstKey = searchKey(person.firstName)
  const byPhone = `p:${person.phone ?? ""}:${lastKey}:${firstKey}`
  return { identity: person.externalId === null ? byPhone : externalIdentity(person.externalId), lastKey, firstKey }
}
