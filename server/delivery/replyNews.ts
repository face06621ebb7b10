import type { CompanyId } from "#schemas/ids.ts"
import type { Change } from "#server/store/changes.ts"

const type = "RepliesChanged"

/** Announces that a text of a person which belongs to no campaign came, was answered or was decided; it is no event. */
export const repliesChanged = (companyId: CompanyId): Change => ({
  companyId,
  ...{ stream: "replies", type, version: 0, pos: 0 },
})

/** Whether a change is one of those. */
export const isReplyNews = (change: Change): boolean => change.type === type
