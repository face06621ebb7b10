import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * Slots with their counters, what a schedule was before each change, and what appointments hold besides their events.
 * A slot keeps its wall time and zone next to the instant: where the rules of a zone change, the wall time is what was
 * promised.
 */
export const scheduling0024 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence slot_ids as integer`,
    `create sequence appointment_ids as integer`,
    `grant usage on sequence slot_ids, appointment_ids to ${applicationRole}`,
    `create table slots (
       company_id integer not null references companies,
       slot_id integer not null default nextval('slot_ids'::regclass),
       location_id integer not null,
       appt_section smallint not null check (appt_section between 1 and 3),
       date date not null,
       start_time text not null,
       end_time text not null check (end_time > start_time),
       is_later boolean not null,
       zone text not null,
       starts_at timestamptz not null,
       ends_at timestamptz not null,
       capacity smallint not null check (capacity > 0),
       overbook smallint not null check (overbook >= 0),
       buffer_before smallint not null,
       buffer_after smallint not null,
       booked integer not null default 0 check (booked >= 0),
       held integer not null default 0 check (held >= 0),
       primary key (company_id, slot_id))`,
    // One start of a section is one slot; in this order a day of a location is read.
    `create unique index slots_start on slots (company_id, location_id, date, appt_section, start_time, is_later)`,
    `create index slots_instant on slots (company_id, location_id, starts_at)`,
    `create table schedule_changes (
       company_id integer not null references companies,
       location_id integer not null,
       version integer not null,
       before jsonb not null,
       primary key (company_id, location_id, version))`,
    `create table appointment_notes (
       company_id integer not null references companies,
       appointment_id integer not null,
       note text not null,
       primary key (company_id, appointment_id))`,
    `create index read_models_appointments on read_models
       (company_id, ((row ->> 'locationId')::integer), ((row ->> 'startsAt') collate "C")) where category = 'appointment'`,
    `create index read_models_visits on read_models (company_id, ((row ->> 'patientId')::integer))
       where category = 'appointment' and state in ('pending', 'booked', 'confirmed', 'arrived')`,
    `create index read_models_holds on read_models (((row ->> 'heldUntil') collate "C"))
       where category = 'appointment' and state = 'pending'`,
    `alter table hashed_ids drop constraint hashed_ids_kind_check`,
    `alter table hashed_ids add constraint hashed_ids_kind_check
       check (kind in ('template', 'campaign', 'location', 'appointment'))`,
  ])
  yield* tenantTable(sql, "slots")
  yield* tenantTable(sql, "schedule_changes")
  yield* tenantTable(sql, "appointment_notes")
})
