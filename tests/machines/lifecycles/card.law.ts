import type { NounLaw } from "./law.ts"

/** A company has one card or none; another one takes its place, and after a removal there may be one again. */
export const cardLaw: NounLaw = {
  table: `
    event       | by                     | none | kept    | removed
    CardSaved   | Payment.SaveCardInfo   | kept | kept    | kept
    CardRemoved | Payment.DeleteCardInfo | .    | removed | .`,
  callers: {
    "Payment.SaveCardInfo": { types: [1, 2], groups: [[13, 14]] },
    "Payment.DeleteCardInfo": { types: [1, 2], groups: [[13, 14]] },
  },
}
