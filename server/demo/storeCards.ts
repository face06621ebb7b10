import { keepRevision } from "#server/administration/activity/revision.queries.ts"
import { cardStream } from "#server/administration/cards/card.commands.ts"
import type { CardBody } from "#server/administration/cards/card.queries.ts"
import { dayIn } from "#server/administration/companies/contract.rule.ts"
import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import type { UserId } from "#schemas/ids.ts"
import type { StoredCompany } from "./storeCompanies.ts"
import { playCommands } from "./streams.ts"

/** Cards of the demo, by company: the first ends next month. They are known to no processor. */
const demoCards = [
  {
    company: "Northwind Clinics",
    months: 1,
    brand: "Visa",
    last4: "4417",
    billingZip: "94105",
    cardId: "pm_demo0northwind",
  },
  {
    company: "Harbor Dental",
    months: 26,
    brand: "Mastercard",
    last4: "4444",
    billingZip: "02110",
    cardId: "pm_demo0harbor",
  },
] as const

const day = 24 * 3_600_000
/** When they were saved, milliseconds since 1970. */
const savedAt = (now: number): number => now - 700 * day

/** Keeps the masked cards of the demo’s companies, and gives their streams. */
export const storeCards = (companies: ReadonlyArray<StoredCompany>, actorId: UserId, now: number) =>
  Effect.forEach(
    demoCards.flatMap((card) => {
      const company = companies.find(({ name }) => name === card.company)
      return company === undefined ? [] : [{ card, company }]
    }),
    Effect.fnUntraced(function* ({ card: { months, cardId, company: holderName, ...card }, company }) {
      const { companyId, timezone } = company
      const month = Temporal.PlainDate.from(dayIn(timezone, now)).toPlainYearMonth()
      const body: CardBody = { ...card, lastMonth: month.add({ months }).toString(), holderName }
      const at = savedAt(now)
      yield* keepRevision({ companyId, kind: "card", id: companyId }, 1, body, new Date(at).toISOString())
      const { lastMonth } = body
      const command = { _tag: "SaveCard", cardId, lastMonth, changed: Object.keys(body) } as const
      return playCommands(cardStream, companyId, companyId, [{ at, actorId, command }])
    }),
  )
