import { randomBytes } from "node:crypto"

/** What a person types into the fields; forgotten as soon as it is read. */
export type TypedCard = {
  readonly number: string
  readonly code: string
  readonly expMonth: number
  readonly expYear: number
  readonly name: string
  readonly zip: string
}

/** A card as Stripe's REST shows it. */
export type Method = {
  readonly id: string
  readonly object: "payment_method"
  readonly type: "card"
  readonly card: {
    readonly brand: string
    readonly last4: string
    readonly exp_month: number
    readonly exp_year: number
  }
  readonly billing_details: { readonly name: string; readonly address: { readonly postal_code: string } }
  readonly livemode: false
}

type Kept = { readonly method: Method; attachedBy: string | null; isGone: boolean }

/** A refusal as Stripe's REST shows it. */
export type CardError = { readonly status: 400 | 402 | 404; readonly code: string; readonly message: string }
const refusal = (status: CardError["status"], code: string, message: string): CardError => ({ status, code, message })

/** The one number that is declined wherever it is used. */
const declinedNumber = "4000000000000002"
/** Cards a process remembers; the oldest is forgotten first. */
const maxKept = 1_000

const brandOf = (number: string): string => {
  if (number.startsWith("4")) return "Visa"
  if (/^(5[1-5]|2[2-7])/.test(number)) return "Mastercard"
  return /^3[47]/.test(number) ? "American Express" : "Card"
}

/** The check digit that every card's number has. */
const passesCheck = (number: string): boolean =>
  [...number].toReversed().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/**
 * The cards of the test processor: without number and code from the moment they are typed, in memory alone.
 * @param now milliseconds since 1970
 */
export const makeMethods = (now: () => number) => {
  const kept = new Map<string, Kept>()
  return {
    make: ({ number, code, expMonth, expYear, name, zip }: TypedCard): Method | CardError => {
      if (!/^\d{13,19}$/.test(number) || !passesCheck(number) || !/^\d{3,4}$/.test(code))
        return refusal(402, "incorrect_number", "This card number or security code is not right.")
      // Good to the last day of its month, wherever on earth.
      if (Date.UTC(expYear, expMonth, 2) <= now()) return refusal(402, "expired_card", "The card has expired.")
      if (number === declinedNumber) return refusal(402, "card_declined", "The card was declined.")
      const method: Method = {
        id: `pm_${randomBytes(12).toString("hex")}`,
        object: "payment_method",
        type: "card",
        card: { brand: brandOf(number), last4: number.slice(-4), exp_month: expMonth, exp_year: expYear },
        billing_details: { name, address: { postal_code: zip } },
        livemode: false,
      }
      const [oldest] = kept.keys()
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
      kept.set(method.id, { method, attachedBy: null, isGone: false })
      return method
    },
    /** A token is taken once; the same request again gets the same answer. */
    attach: (id: string, requestId: string): Method | CardError => {
      const found = kept.get(id)
      if (found === undefined || found.isGone) return refusal(404, "resource_missing", "There is no such card.")
      if (found.attachedBy !== null && found.attachedBy !== requestId)
        return refusal(400, "payment_method_unexpected_state", "This card was attached already.")
      found.attachedBy = requestId
      return found.method
    },
    detach: (id: string): Method | CardError => {
      const found = kept.get(id)
      if (found === undefined || found.isGone) return refusal(404, "resource_missing", "There is no such card.")
      found.isGone = true
      return found.method
    },
  }
}
