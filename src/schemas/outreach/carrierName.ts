import { Schema } from "effect"

/** By which carrier a number sends: Twilio’s REST for texts and calls, or SMPP for texts (decision 100). */
export const CarrierName = Schema.Literals(["twilio", "smpp"])
export type CarrierName = typeof CarrierName.Type
