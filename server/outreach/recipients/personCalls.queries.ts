import type { PgClient } from "@effect/sql-pg/PgClient"

/** The attempts to call a person of the table `recipients` named `r`. */
export const callsOf = (sql: PgClient) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'attempt', c.attempt, 'status', c.status, 'isOver', c.ended_at is not null, 'seconds', c.seconds,
    'leftMessage', c.left_message, 'pressed', c.pressed, 'recordings', (
      select coalesce(jsonb_agg(jsonb_build_object('recordingId', one ->> 'sid', 'seconds', one -> 'seconds') order by place), '[]')
      from jsonb_array_elements(c.recordings) with ordinality as l (one, place))) order by c.attempt), '[]')
  from calls c where c.company_id = r.company_id and c.campaign_id = r.campaign_id and c.recipient_id = r.recipient_id)`
