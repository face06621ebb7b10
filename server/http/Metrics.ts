import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Context, Effect, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { isLocal } from "#server/mail/Mailbox.ts"
import { Database } from "#server/store/Database.ts"
import { unforeseen } from "#server/store/databaseTrouble.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { answerProblem } from "./nodeAnswers.ts"

const path = "/metrics"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })
const behind = gauge("subscription_events_behind", "Events that a subscriber of the log has not handled yet, at most.")
const jobs = gauge("jobs", "Background jobs that wait and that are at work, of all processes.")
const strays = gauge(
  "carrier_reports_kept_aside",
  "Reports of the carrier that fit no text of ours, or are in words we do not know.",
)
const memory = gauge("process_memory_bytes", "Memory of this process: as the system sees it, and of its heap in use.")
const loopDelay = gauge(
  "event_loop_delay_seconds",
  "Delay of the event loop since the last look: 99 of 100 were shorter.",
)

const answers = gauge("database_answers", "Whether the database said what it was asked for this look: 1 or 0.")

/** How long the database may take for it. */
const patience = "5 seconds"

const format = PrometheusMetrics.format({ prefix: "admin_view" })
const freshRegistry = Effect.sync((): typeof Metric.MetricRegistry.Service => new Map())

const set = (metric: Metric.Gauge<number>, labels: Readonly<Record<string, string>>, value: number) =>
  Metric.update(Metric.withAttributes(metric, labels), value)

/** Positions have gaps where a write was undone, so this is never less than what is left to do. */
const measureSubscriptions = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const rows = yield* everyCompany(
    sql<{ name: string; behind: number }>`
      select name, greatest(0, (select coalesce(max(pos), 0) from events) - pos)::float8 as behind from checkpoints`,
  )
  for (const row of rows) yield* set(behind, { subscriber: row.name }, row.behind)
})

const measureJobs = Effect.gen(function* () {
  const { counts } = yield* JobQueue
  for (const { name, waiting, active } of yield* counts) {
    yield* set(jobs, { job: name, state: "waiting" }, waiting)
    yield* set(jobs, { job: name, state: "active" }, active)
  }
})

const measureStrays = Effect.gen(function* () {
  const { sql } = yield* Database
  const rows = yield* sql<{ why: string; count: number }>`
    select why, count(stray_reports.id)::float8 as count
    from (values ('noKey'), ('noText'), ('status')) as known (why) left join stray_reports using (why) group by why`
  for (const { why, count } of rows) yield* set(strays, { why }, count)
})

/**
 * What the database is asked for, or only that it did not say, in time or at all: an operator wants the rest just then.
 * The numbers stand in a registry of this one look, so that none of an earlier one is given as today's.
 */
const writtenOfDatabase = Effect.all([measureSubscriptions, measureStrays, measureJobs]).pipe(
  Effect.timeout(patience),
  Effect.andThen(Metric.update(answers, 1)),
  Effect.andThen(format),
  Effect.provideServiceEffect(Metric.MetricRegistry, freshRegistry),
  Effect.catchCause((cause) =>
    Effect.logWarning("The database did not say what the metrics ask of it", cause).pipe(
      Effect.andThen(Metric.update(answers, 0)),
      Effect.andThen(format),
      Effect.provideServiceEffect(Metric.MetricRegistry, freshRegistry),
    ),
  ),
)

const digest = (text: string) => createHash("sha256").update(text).digest()

const holdsToken = (token: string | undefined, { headers }: IncomingMessage): boolean =>
  token !== undefined && timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`))

/**
 * What the process measures, for Prometheus to read: numbers by call, job and subscriber, never by company or person.
 */
export class Metrics extends Context.Service<
  Metrics,
  {
    /** Takes a request for the metrics and says so. Answers this machine, and elsewhere only who holds the token: 404. */
    readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean
  }
>()("admin-view/http/Metrics") {
  static readonly layer = (options: { readonly token: string | undefined }) =>
    Layer.effect(
      Metrics,
      Effect.gen(function* () {
        const services = yield* Effect.context<Database | JobQueue>()
        const loop = yield* Effect.acquireRelease(
          Effect.sync(() => {
            const monitor = monitorEventLoopDelay({ resolution: 20 })
            monitor.enable()
            return monitor
          }),
          (monitor) => Effect.sync(() => monitor.disable()),
        )
        const measureProcess = Effect.suspend(() => {
          const { rss, heapUsed } = process.memoryUsage()
          const delay = loop.percentile(99) / 1e9
          loop.reset()
          return Effect.all([
            set(memory, { kind: "resident" }, rss),
            set(memory, { kind: "heap" }, heapUsed),
            Metric.update(loopDelay, delay),
          ])
        })
        const written = Effect.andThen(measureProcess, Effect.all([format, writtenOfDatabase])).pipe(
          Effect.map((parts) => parts.map((part) => `${part.trimEnd()}\n`).join("")),
        )
        const run = Effect.runPromiseWith(services)
        const serve = async (request: IncomingMessage, response: ServerResponse) => {
          if (request.method !== "GET" || !(isLocal(request) || holdsToken(options.token, request)))
            return response.writeHead(404).end()
          const body = await run(written)
          return response
            .writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" })
            .end(body)
        }
        return Metrics.of({
          handle: (request, response) => {
            if ((request.url ?? "").split("?")[0] !== path) return false
            void serve(request, response).catch((failure: unknown) => answerProblem(response, unforeseen(failure)))
            return true
          },
        })
      }),
    )
}
