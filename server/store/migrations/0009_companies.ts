import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** What is set up for a company, as its newest revision says; the engine reads it where it works. */
const companies = [
  `alter table companies
     add column languages jsonb not null default '["en"]',
     add column addresses jsonb not null default '[]',
     add column holidays jsonb not null default '[]',
     add column sending_from text not null default '08:00',
     add column sending_to text not null default '21:00',
     add column updated_at timestamptz`,
  `create unique index companies_code on companies (lower(code)) where status <> 'retired'`,
  `create index companies_name on companies (lower(name) collate "C", company_id)`,
]

/** What a thing looked like after each change, by revision: before and after for those who ask later. */
const revisions = [
  `create table revisions (
     company_id integer not null,
     kind text not null check (kind in ('company', 'settings')),
     id integer not null,
     revision integer not null,
     body jsonb not null,
     at timestamptz not null,
     primary key (company_id, kind, id, revision))`,
]

/**
 * Companies from before get the first event of their stream, and what they look
 * like as the revision before the first change; their contracts are judged as the
 * program runs.
 */
const backfill = [
  `select set_config('app.company_id', '*', true)`,
  `update companies set status = 'notStarted' where status = 'active'`,
  `insert into revisions (company_id, kind, id, revision, body, at)
   select c.company_id, 'company', c.company_id, 0, jsonb_build_object('name', c.name, 'code', c.code, 'country', c.country,
       'timezone', c.timezone, 'contractStart', c.contract_start, 'contractEnd', c.contract_end, 'languages', c.languages,
       'selectedRolesList', to_jsonb(c.features), 'addresses', c.addresses, 'senders', (
         select coalesce(jsonb_agg(jsonb_build_object('senderId', s.sender_id, 'e164', s.e164, 'label', s.label,
           'segmentsPerSecond', s.segments_per_second) order by s.sender_id), '[]')
         from senders s where s.company_id = c.company_id),
       'sendingFrom', c.sending_from, 'sendingTo', c.sending_to, 'holidays', c.holidays, 'helpText', coalesce(c.help_text, '')),
     timestamptz '2026-01-01T00:00:00Z'
   from companies c`,
  `insert into events (company_id, stream_id, version, type, data, meta, at)
   select company_id, 'company-' || company_id, 1, 'CompanyCreated',
          jsonb_build_object('companyId', company_id, 'revision', 0, 'contractStart', contract_start, 'contractEnd', contract_end),
          jsonb_build_object('commandId', 'migration-0009', 'actorId', null, 'companyId', null, 'actingCompanyId', company_id,
            'correlationId', 'migration-0009', 'causationId', null, 'at', at.text, 'sessionId', null, 'address', null),
          at.text::timestamptz
   from companies, lateral (select coalesce(contract_start, date '2026-01-01') || 'T00:00:00.000Z' as text) at
   order by company_id`,
]

/** Companies that can be administered. */
export const companies0009 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...companies, ...revisions, ...backfill])
  yield* tenantTable(sql, "revisions", "select, insert")
})
