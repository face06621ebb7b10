import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"

const hour = 3_600_000
/** How far back people were told, and what they have read of it since, in milliseconds. */
const [told, readAfter, unreadFor] = [30 * 24 * hour, 2 * hour, 48 * hour]

/** What those who launched campaigns were told of them in the last days; the newest wait to be read. */
export const storeNotices = Effect.fn("demo.storeNotices")(function* (now: number) {
  const { sql } = yield* Database
  const at = (millis: number) => new Date(millis).toISOString()
  yield* sql`
    insert into user_notices (company_id, user_id, kind, type, stream_id, version, is_shown, at, read_at)
    select e.company_id, (launched.meta ->> 'actorId')::int, 'campaign', e.type, e.stream_id, e.version, true, e.at,
      case when e.at < ${at(now - unreadFor)}::timestamptz then e.at + ${readAfter}::int * interval '1 millisecond' end
    from events e join events launched on launched.company_id = e.company_id and launched.stream_id = e.stream_id
      and launched.type = 'CampaignLaunched' and launched.meta ->> 'actorId' is not null
    where e.type = 'CampaignCompleted' and e.at > ${at(now - told)}::timestamptz order by e.at
    on conflict do nothing`
})
