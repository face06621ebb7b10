import { Layer } from "effect"
import { twilioVoiceCarrier } from "./calls/TwilioVoiceCarrier.ts"
import { twilioCarrier } from "./TwilioCarrier.ts"
import type { TwilioConfig } from "./twilioRest.ts"

/** Texts and calls by one account of Twilio, or of whatever speaks its REST. */
export const twilioCarriers = (config: TwilioConfig) => Layer.merge(twilioCarrier(config), twilioVoiceCarrier(config))
