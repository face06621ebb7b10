import { Effect } from "effect"
import type { NoticeId } from "#schemas/administration/notice.ts"
import { NoticeGroup } from "#schemas/administration/noticeCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** What one is told of, the newest first. */
export const readNotices = () => callApi(NoticeGroup, (api) => api.GetNotices({}))

/** Marks notices as read. */
export const markNoticesRead = (noticeIds: ReadonlyArray<NoticeId>, commandId: string) =>
  Effect.asVoid(
    callApi(NoticeGroup, (api) => api.ReadNotices({ headers: commandHeaders(commandId), payload: { noticeIds } })),
  )
