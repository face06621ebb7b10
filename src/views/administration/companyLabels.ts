import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { SeenForm } from "#views/parts/Form.tsx"
import { addressFields } from "#views/parts/AddressFields.tsx"
import { useWords } from "#views/parts/Words.tsx"

const isOfAddress = (field: string): field is (typeof addressFields)[number] =>
  (addressFields as ReadonlyArray<string>).includes(field)

const rowFields = {
  addresses: ["label", ...addressFields],
  senders: ["e164", "label", "channel", "carrier", "standIn", "segmentsPerSecond", "concurrentCalls"],
  holidays: ["date", "name"],
  pronunciations: ["word", "saidAs"],
} as const

/** The names of all fields as the error summary lists them, those of rows with their number. */
export const useCompanyLabels = (form: SeenForm): Readonly<Record<string, string>> => {
  const words = useWords()
  const { values } = form.snapshot.context
  const rows = (["addresses", "senders", "holidays", "pronunciations"] as const).flatMap((list) => {
    const item = {
      addresses: "address",
      senders: "sender",
      holidays: "holiday",
      pronunciations: "pronunciation",
    } as const
    return ((values[list] ?? []) as ReadonlyArray<{ readonly channel?: string }>).flatMap(({ channel }, place) =>
      rowFields[list].map((field) => [
        `${list}.${place}.${field}`,
        `${words(`company.field.${item[list]}`, { number: place + 1 })}, ${words(
          isOfAddress(field)
            ? `part.address.${field}`
            : `company.field.${field === "segmentsPerSecond" ? (channel === callChannel ? "callRate" : "rate") : field}`,
        )}`,
      ]),
    )
  })
  return {
    name: words("company.field.name"),
    code: words("company.field.code"),
    country: words("company.field.country"),
    timezone: words("company.field.timezone"),
    contractStart: words("company.field.contractStart"),
    contractEnd: words("company.field.contractEnd"),
    languages: words("company.field.languages"),
    selectedRolesList: words("company.field.features"),
    addresses: words("company.field.addresses"),
    senders: words("company.field.senders"),
    textCountries: words("company.textCountries"),
    sendingFrom: words("company.field.sendingFrom"),
    sendingTo: words("company.field.sendingTo"),
    callingFrom: words("company.field.callingFrom"),
    callingTo: words("company.field.callingTo"),
    recordingDays: words("company.field.recordingDays"),
    confirmAbove: words("company.field.confirmAbove"),
    approvedOnly: words("company.field.approvedOnly"),
    holidays: words("company.field.holidays"),
    pronunciations: words("company.field.pronunciations"),
    helpText: words("company.field.helpText"),
    ...Object.fromEntries(
      ((values["textCountries"] ?? []) as ReadonlyArray<unknown>).map((_, place) => [
        `textCountries.${place}`,
        words("company.field.textCountry", { number: place + 1 }),
      ]),
    ),
    ...Object.fromEntries(rows),
  }
}
