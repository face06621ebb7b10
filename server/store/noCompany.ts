import { CompanyId, noneOf } from "#schemas/ids.ts"

/** The part of the store that belongs to no company: the settings for all, the seals, and what is said to everyone. */
export const noCompany = noneOf(CompanyId)
