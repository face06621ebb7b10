import { type CompanyId, UserId } from "#schemas/ids.ts"
import type { Change } from "#server/store/changes.ts"

const type = "NoticesChanged"

/** That someone has other notices than before, for the feeds of all processes. It is no event. */
export const noticeNews = (companyId: CompanyId, userId: UserId): Change => ({
  companyId,
  stream: `notices-${userId}`,
  type,
  version: 0,
  pos: 0,
})

export const isNoticeNews = (change: Change): boolean => change.type === type

/** Whose notices changed. */
export const personOf = ({ stream }: Change): UserId => UserId.make(Number(stream.slice("notices-".length)))
