import type { ExportAuditEvent, ReportMailAuditEvent } from "#schemas/reporting/events.ts"
import { isReplyNews } from "#server/delivery/replyNews.ts"
import type { Change } from "#server/store/EventStore.ts"

/** What changes without a stream that is named after it: a reader that comes back may have missed some. */
export const unnamedThings = ["replies", "exports", "savedViews"] as const

const exportEvents: ReadonlySet<string> = new Set<ExportAuditEvent["_tag"]>(["DataExported", "PastExportRemoved"])
const notMailed: ReportMailAuditEvent["_tag"] = "ReportNotMailed"

/** Which of these things a change is about. */
export const unnamedNews = (change: Change): ReadonlyArray<(typeof unnamedThings)[number]> => {
  if (isReplyNews(change)) return ["replies"]
  if (change.type === notMailed) return ["savedViews"]
  return exportEvents.has(change.type) ? ["exports"] : []
}
