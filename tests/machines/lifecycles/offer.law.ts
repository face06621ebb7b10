import type { NounLaw } from "./law.ts"

/** An offer is answered once, or ends without an answer; what has ended stays as it is. */
export const offerLaw: NounLaw = {
  table: `
    event          | by                      | reserved | offered   | accepted | declined | lapsed | lost | withdrawn
    SlotOffered    | Appointment.OfferSlot   | offered  | .         | .        | .        | .      | .    | .
    OfferAccepted  | Appointment.AnswerOffer | .        | accepted  | .        | .        | .      | .    | .
    OfferDeclined  | Appointment.AnswerOffer | .        | declined  | .        | .        | .      | .    | .
    OfferLapsed    | calendar                | .        | lapsed    | .        | .        | .      | .    | .
    OfferLost      | Appointment.AnswerOffer | .        | lost      | .        | .        | .      | .    | .
    OfferWithdrawn | Appointment.StopOffer   | .        | withdrawn | .        | .        | .      | .    | .`,
  callers: {
    "Appointment.OfferSlot": { groups: [[7, 9]] },
    "Appointment.OfferNext": { groups: [[7, 9]] },
    "Appointment.AnswerOffer": { groups: [[7, 9]] },
    "Appointment.StopOffer": { groups: [[7, 9]] },
  },
}
