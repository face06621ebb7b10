import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * Rounds of the waitlist, each a seat that is held while it is offered, and what entries hold besides their events.
 * A round keeps its slot's time: the log of offers outlives the slot. `cause` names the event that freed the seat, so
 * that it starts one round however often it is seen.
 */
export const waitlist0027 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence waitlist_entry_ids as integer`,
    `create sequence offer_ids as integer`,
    `create sequence offer_round_ids as integer`,
    `grant usage on sequence waitlist_entry_ids, offer_ids, offer_round_ids to ${applicationRole}`,
    `create table offer_rounds (
       company_id integer not null references companies,
       round_id integer not null default nextval('offer_round_ids'::regclass),
       location_id integer not null,
       slot_id integer not null,
       date date not null,
       start_time text not null,
       end_time text not null,
       zone text not null,
       starts_at timestamptz not null,
       cause text,
       state text not null check (state in ('open', 'filled', 'free', 'stopped')),
       freed_at timestamptz not null,
       ended_at timestamptz check ((ended_at is null) = (state = 'open')),
       primary key (company_id, round_id))`,
    `create unique index offer_rounds_cause on offer_rounds (company_id, cause)`,
    `create index offer_rounds_open on offer_rounds (company_id) where state = 'open'`,
    `create table waitlist_notes (
       company_id integer not null references companies,
       entry_id integer not null,
       note text not null,
       primary key (company_id, entry_id))`,
    `create index read_models_waiting on read_models (company_id, id)
       where category = 'waitlistEntry' and state = 'waiting'`,
    `create index read_models_offers on read_models (company_id, ((row ->> 'patientId')::integer))
       where category = 'offer'`,
    `create index read_models_offers_of_round on read_models (company_id, ((row ->> 'roundId')::integer))
       where category = 'offer'`,
    `create index read_models_open_offers on read_models (((row ->> 'answerBy') collate "C"))
       where category = 'offer' and state = 'offered'`,
  ])
  yield* tenantTable(sql, "offer_rounds")
  yield* tenantTable(sql, "waitlist_notes")
})
