import type { CompanyCard } from "#schemas/administration/card.ts"
import { CompanyId } from "#schemas/ids.ts"

/** A card that ends next month. */
export const sampleCard = {
  companyId: CompanyId.make(2),
  version: 1,
  card: {
    ...{ brand: "Visa", last4: "4417", expMonth: 12, expYear: 2026 },
    ...{ holderName: "Northwind Clinics", billingZip: "94105", token: "pm_demo0northwind" },
  },
  expiry: "nextMonth",
  lastDay: "2026-12-31",
  addedOn: "2024-12-21T15:00:00.000Z",
  fieldsUrl: "http://127.0.0.1:4182/fields",
} as const satisfies CompanyCard

/** A company without one. */
export const sampleNoCard: CompanyCard = {
  ...sampleCard,
  ...{ version: 0, card: null, expiry: "later", lastDay: null, addedOn: null },
}
