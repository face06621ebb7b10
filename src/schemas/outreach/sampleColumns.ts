import { limits } from "../constants.ts"
import { listSource, type FixedSource, type ResponseColumn, type ResponseHeader } from "./responseFile.ts"

/** How receivers call what we call otherwise, in small letters without signs. */
const aliases: Partial<Record<FixedSource, ReadonlyArray<string>>> = {
  externalId: ["patientid", "mrn", "memberid", "id", "recordnumber"],
  firstName: ["first", "givenname"],
  lastName: ["last", "surname", "familyname"],
  phone: ["phonenumber", "mobile", "cell", "telephone", "mobilephone"],
  language: ["lang", "preferredlanguage"],
  zip: ["zipcode", "postalcode", "postcode"],
  zone: ["timezone"],
  state: ["status", "result", "outcome", "disposition"],
  reason: ["failurereason", "error"],
  sentAt: ["sent", "sentdate", "sentdatetime", "datesent"],
  deliveredAt: ["delivered", "delivereddate"],
  repliedAt: ["replied", "replydate", "responsedate"],
  replyText: ["reply", "response", "answer", "responsetext", "message"],
  campaign: ["campaignname"],
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const namesOf = ({ source, name }: ResponseHeader): ReadonlyArray<string> => [
  plain(name ?? source),
  ...(source.startsWith(listSource) ? [] : (aliases[source as FixedSource] ?? [])),
]

/**
 * The columns of a layout from the header row of a sample file, each with what it
 * most likely holds; what none of `headers` is called like is left for a person to choose.
 */
export const columnsOfSample = (
  row: ReadonlyArray<string>,
  headers: ReadonlyArray<ResponseHeader>,
): ReadonlyArray<ResponseColumn> =>
  row
    .map((header) => header.trim())
    .filter((header) => header !== "")
    .slice(0, limits.responseColumns)
    .map((header) => {
      const found = headers.find((one) => namesOf(one).includes(plain(header)))
      return { header: header.slice(0, 60), source: found?.source ?? "" }
    })
