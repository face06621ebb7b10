/** A phone number with its country code, as ITU-T E.164 writes it. */
export const e164Form = /^\+[1-9]\d{7,14}$/u
