import { Cause, Context, Effect, Exit, FiberSet, Layer, Scope } from "effect"
import { PgBoss, type JobWithMetadata } from "pg-boss"
import { CurrentTenancy, Database } from "./Database.ts"
import { listenOn } from "./listenOn.ts"

/** What a job carries: ids and version numbers, never a name, a phone or a text. */
export type JobData = { readonly [key: string]: string | number }

/** How many jobs of a name there are, of all processes. */
export type JobCount = { readonly name: string; readonly waiting: number; readonly active: number }

/** How a kind of job is worked on. */
export type JobOptions<Data, E, R> = {
  /** Jobs of this kind at work at the same time in one process; one by default. Jobs of the same key never overlap. */
  readonly concurrency?: number
  /** How often a job is tried in all; 21 times by default, over about a quarter of an hour. */
  readonly tries?: number
  /** What is done when a job has failed in its last try: the place to say that it will not be done. */
  readonly givenUp?: (data: Data) => Effect.Effect<void, E, R>
}

/** How often a failing job is tried again, with growing pauses of one second to one minute. */
const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }
/** On a server, a job whose process is silent for this long, in seconds, is given to another. */
const heartbeat = { heartbeatSeconds: 15 }
/** How long a stop waits for running jobs before it interrupts them, in milliseconds. */
const drainMillis = 5_000
/** How often it is looked for jobs that are due, and for those of dead processes: new ones are notified of. */
const lookEvery = "5 seconds"
/**
 * How often the package looks by itself, in seconds, for what is looked for here or not used: workers for jobs while
 * they are notified, care of the queues, indexes of later versions, jobs that wait for others.
 */
const seldom = 600
const pollingIntervalSeconds = 1

/**
 * What may be said of a failed job. Messages and details of a driver quote the
 * offending row, and a job's row is kept for days: only names pass.
 */
const nameOfFailure = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  if (typeof failure !== "object" || failure === null) return "unknown"
  if ("problem" in failure) return String(failure.problem)
  if ("_tag" in failure) return String(failure._tag)
  return failure instanceof Error ? failure.name : "unknown"
}

/** Queues with a job that is due, or one whose process is silent. */
type Waiting = { readonly name: string; readonly silent: boolean }
const findWaiting = `
  select name, bool_or(silent) as silent from (
    select name, false as silent from pgboss.job
    where name = any($1) and state < 'active' and not blocked and start_after < pgboss.job_now()
    union all
    select name, true from pgboss.job
    where name = any($1) and state = 'active' and group_id is not null
      and heartbeat_on + heartbeat_seconds * interval '1 second' < pgboss.job_now()) waiting
  group by name`

const make = Effect.gen(function* () {
  const database = yield* Database
  // The embedded database has one process: no one else could take its jobs, and none of its own is ever lost unseen.
  const isAlone = database.kind === "embedded"
  const scope = yield* Effect.scope
  const services = yield* Effect.context()
  const listen = (channel: string, heard: (payload: string) => void, again: () => void) =>
    Effect.runPromiseWith(services)(
      listenOn(database.sql, channel, {
        began: Effect.sync(again),
        heard: (payload) => Effect.sync(() => heard(payload)),
      }).pipe(
        Scope.provide(scope),
        // It ends with the layer, right after the queue.
        Effect.as({ close: () => Promise.resolve() }),
      ),
    )
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values), listen },
    useListenNotify: true,
    schema: "pgboss",
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: seldom,
    // A dead process's jobs are looked for whenever `look` finds one.
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: seldom,
    bamIntervalSeconds: seldom,
    flowIntervalSeconds: seldom,
    ...(isAlone ? { backend: "pglite" as const } : {}),
  })
  const logged = Effect.runForkWith(services)
  boss.on(
    "error",
    (error) =>
      void logged(Effect.logWarning("The job queue met an error").pipe(Effect.annotateLogs({ error: error.name }))),
  )
  yield* Effect.promise(() => boss.start())

  const queues = new Set<string>()
  const workers = new Map<string, string>()
  let stopping = false
  const running = yield* FiberSet.make<void, unknown>()

  /** A job that failed is due again after a pause that the queue draws; at its end the worker looks for it. */
  const wakeLater = (name: string, failedBefore: number) => {
    const pause = Math.min(retries.retryDelayMax, retries.retryDelay * 2 ** (failedBefore + 1))
    return Effect.sync(() => wake(name)).pipe(Effect.delay(`${pause} seconds`), Effect.forkIn(scope))
  }

  const queue = Effect.fnUntraced(function* (name: string) {
    if (queues.has(name)) return
    // "short": one waiting job for each key; with the group limit of `define` at most one more at work.
    const options = { notify: true, expireInSeconds: 23 * 3600, ...retries, ...(isAlone ? {} : heartbeat) }
    yield* Effect.promise(() => boss.createQueue(name, { policy: "short", ...options }))
    // A queue that an earlier version made keeps its options otherwise.
    yield* Effect.promise(() => boss.updateQueue(name, options))
    queues.add(name)
  })

  const wake = (name: string): void => {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }

  const add = Effect.fn("JobQueue.add")(function* (name: string, data: JobData, options: { readonly key: string }) {
    // The queue's connection would wait for the open transaction, and that one for it.
    if ((yield* CurrentTenancy) !== undefined) throw new Error(`The job ${name} was added inside a transaction`)
    yield* queue(name)
    yield* Effect.promise(() => boss.send(name, data, { singletonKey: options.key, group: { id: options.key } }))
    wake(name)
  })

  /** What is at work when the only process starts belonged to a dead one; it is added again. */
  const adopt = Effect.fnUntraced(function* (name: string) {
    const jobs = yield* Effect.promise(() => boss.findJobs<JobData>(name))
    for (const job of jobs.filter(({ state }) => state === "active")) {
      yield* Effect.promise(() => boss.deleteJob(name, job.id))
      if (job.singletonKey !== null) yield* add(name, job.data, { key: job.singletonKey })
    }
  })

  const define = Effect.fn("JobQueue.define")(function* <Data extends JobData, E, R>(
    name: string,
    handler: (data: Data) => Effect.Effect<void, E, R>,
    options: JobOptions<Data, E, R> = {},
  ) {
    yield* queue(name)
    if (isAlone) yield* adopt(name)
    const run = yield* FiberSet.runtime(running)<R>()
    const { tries = retries.retryLimit + 1, givenUp = () => Effect.void } = options
    const tried = ({ data, retryCount }: JobWithMetadata<Data>) =>
      Effect.catchCause(handler(data), (cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
        const isLast = retryCount + 1 >= tries
        const sentence = isLast ? "A job failed for good" : "A job failed and will be tried again"
        return Effect.logWarning(sentence).pipe(
          Effect.annotateLogs({ job: name, failure: nameOfFailure(cause) }),
          Effect.andThen(isLast ? givenUp(data) : Effect.andThen(wakeLater(name, retryCount), Effect.failCause(cause))),
        )
      })
    const work = ([job]: ReadonlyArray<JobWithMetadata<Data>>) =>
      new Promise<void>((resolve, reject) => {
        if (job === undefined) return resolve()
        if (stopping) return reject(new Error("stopping"))
        // Yields first: a handler that ran on at once would not yet be among the running.
        run(Effect.andThen(Effect.yieldNow, tried(job))).addObserver((exit) => {
          if (Exit.isSuccess(exit)) return resolve()
          reject(new Error(Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : nameOfFailure(exit.cause)))
        })
      })
    const working = {
      localConcurrency: options.concurrency ?? 1,
      groupConcurrency: 1,
      batchSize: 1,
      pollingIntervalSeconds,
      notifyPollingIntervalSeconds: seldom,
      includeMetadata: true,
    } as const
    workers.set(name, yield* Effect.promise(() => boss.work<Data, void, typeof working>(name, working, work)))
  })

  /** Wakes the workers of jobs that are due without a notification, such as what another process let go. */
  const look = Effect.gen(function* () {
    if (workers.size === 0) return
    const { rows } = yield* Effect.promise(() => database.pool.query<Waiting>(findWaiting, [[...workers.keys()]]))
    if (rows.some(({ silent }) => silent)) yield* Effect.promise(() => boss.supervise())
    for (const { name, silent } of rows) yield* silent ? wakeLater(name, 0) : Effect.sync(() => wake(name))
  })
  yield* look.pipe(
    Effect.catchCause((cause) => Effect.logWarning("The job queue could not look for jobs that are due", cause)),
    Effect.delay(lookEvery),
    Effect.forever,
    Effect.forkScoped,
  )

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      stopping = true
      const stopped = boss.stop({ close: false, timeout: drainMillis * 2 })
      // Finalizers run uninterruptibly, where a time limit would have no effect.
      yield* Effect.interruptible(FiberSet.awaitEmpty(running)).pipe(Effect.timeoutOption(drainMillis))
      yield* FiberSet.clear(running)
      yield* Effect.promise(() => stopped)
    }),
  )

  const counts = Effect.promise(async () => {
    const { rows } = await database.pool.query<JobCount>(`
      select q.name, count(j.id) filter (where j.state < 'active')::int as waiting,
             count(j.id) filter (where j.state = 'active')::int as active
      from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <= 'active' group by q.name`)
    return rows
  })

  return JobQueue.of({ add, define, counts })
})

/**
 * Durable background work on the application's own database (docs/architecture.md#jobs).
 * A job runs at least once, on any process: handlers read the present state,
 * go on from it, and may be interrupted at any point.
 */
export class JobQueue extends Context.Service<
  JobQueue,
  {
    /**
     * Works on jobs of this name in this process until the layer closes. A
     * handler that fails or is interrupted is tried again; a stop waits 5 s
     * for running handlers, then interrupts them.
     */
    readonly define: <Data extends JobData, E, R>(
      name: string,
      handler: (data: Data) => Effect.Effect<void, E, R>,
      options?: JobOptions<Data, E, R>,
    ) => Effect.Effect<void, never, R>
    /**
     * Adds a job. While one of the same key waits, adding again changes
     * nothing; while one is at work, the new one runs after it: no wake-up is
     * lost and no key is worked on twice at a time. Never call it inside a transaction.
     */
    readonly add: (name: string, data: JobData, options: { readonly key: string }) => Effect.Effect<void>
    /** Jobs that wait, retries included, and jobs at work, by name. */
    readonly counts: Effect.Effect<ReadonlyArray<JobCount>>
  }
>()("admin-view/JobQueue") {
  static readonly layer = Layer.effect(JobQueue, make)
}
