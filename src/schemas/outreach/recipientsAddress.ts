import type { RecipientState } from "./recipient.ts"

/** Where exactly the people of a campaign who are in a state are listed. */
export const recipientsAddress = (campaignHashedId: string, state: RecipientState): string =>
  `/campaign?id=${campaignHashedId}&tab=recipients&recipientState=${state}`
