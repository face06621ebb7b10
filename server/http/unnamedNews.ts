import type { ExportAuditEvent } from "#schemas/reporting/events.ts"
import { isReplyNews } from "#server/delivery/replyNews.ts"
import type { Change } from "#server/store/EventStore.ts"

/** What changes without a stream that is named after it: a reader that comes back may have missed some. */
export const unnamedThings = ["replies", "exports"] as const

const exportEvents: ReadonlySet<string> = new Set<ExportAuditEvent["_tag"]>(["DataExported", "PastExportRemoved"])

/** Which of these things a change is about. */
export const unnamedNews = (change: Change): ReadonlyArray<(typeof unnamedThings)[number]> => {
  if (isReplyNews(change)) return ["replies"]
  return exportEvents.has(change.type) ? ["exports"] : []
}
