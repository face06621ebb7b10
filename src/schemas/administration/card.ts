import { Schema } from "effect"
import { CompanyId, DateOnly, Instant } from "../ids.ts"

/**
 * By what the card processor knows a card. It is never digits alone: what could be a card's number is refused before
 * it is kept or written anywhere.
 */
export const CardToken = Schema.String.check(
  Schema.isPattern(/^(?=.*[A-Za-z])[\w-]{8,100}$/u, { message: "This is not a token of the card processor." }),
)

/** A month of a calendar, `YYYY-MM`. */
export const CardMonth = Schema.String.check(
  Schema.isPattern(/^\d{4}-(0[1-9]|1[0-2])$/u, { message: "Enter a month, for example 2026-03." }),
)

/** The body of `POST /api/Payment/SaveCardInfo`. */
export const SaveCardInfo = Schema.Struct({ token: CardToken })

/** A company's card as it may be shown: never its number or security code. */
export const CardInfo = Schema.Struct({
  brand: Schema.String,
  last4: Schema.String,
  expMonth: Schema.Int,
  expYear: Schema.Int,
  holderName: Schema.String,
  billingZip: Schema.String,
  token: Schema.String,
}).annotate({ identifier: "CardInfo" })
export type CardInfo = typeof CardInfo.Type

/** Where a card stands before its end, on the company's calendar; `later` needs no word. */
export const CardExpiry = Schema.Literals(["later", "nextMonth", "thisMonth", "expired"])
export type CardExpiry = typeof CardExpiry.Type

/** The card of a company, and where another one is typed. */
export const CompanyCard = Schema.Struct({
  companyId: CompanyId,
  /** Goes into If-Match. */
  version: Schema.Int,
  card: Schema.NullOr(CardInfo),
  expiry: CardExpiry,
  /** Its last day; null without a card. */
  lastDay: Schema.NullOr(DateOnly),
  addedOn: Schema.NullOr(Instant),
  /** The page of the card processor that a frame shows; null while none is set up. */
  fieldsUrl: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CompanyCard" })
export type CompanyCard = typeof CompanyCard.Type

const kept = { revision: Schema.Int, changed: Schema.Array(Schema.String) }

/**
 * Stored facts about a company's card, one stream for each company. What it is called stands in `revisions`, masked;
 * `cardId` is the processor's token.
 */
export const CardSaved = Schema.TaggedStruct("CardSaved", { ...kept, cardId: Schema.String, lastMonth: CardMonth })
export const CardRemoved = Schema.TaggedStruct("CardRemoved", kept)
export const CardEvent = Schema.Union([CardSaved, CardRemoved])
export type CardEvent = typeof CardEvent.Type
