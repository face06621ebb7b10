/** What `outcome_counts` must hold, counted from the recipients. */
export const countedOutcomes = `
  select company_id, quarter, campaign_id, outcome, accepted, count(*)::int as people
  from recipients r cross join lateral (select
    date_bin('15 minutes', coalesce(r.sent_at, r.updated_at), '2000-01-01Z') as quarter, r.sent_at is not null as accepted,
    case when r.state in ('sending', 'unknown', 'sent') then 'underway'
         when r.state <> 'optedOut' then r.state
         when r.sent_at is null then 'none'
         when r.delivered_at is null and r.replied_at is null then 'underway' else 'optedOut' end as outcome) one
  where outcome in ('delivered', 'replied', 'optedOut', 'underway', 'failed') group by 1, 2, 3, 4, 5`

/** Where `outcome_counts` differs from the recipients it counts: no rows when both agree. */
export const outcomeDrift = `
  select c.*, r.people as rows from outcome_counts c full join (${countedOutcomes}) r
  using (company_id, campaign_id, accepted, outcome, quarter)
  where coalesce(r.people, 0) is distinct from coalesce(c.people, 0)`
