import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { defaultSettings, type GlobalSettings } from "#schemas/administration/globalSettings.ts"

/** Under which `settings` keeps what holds for all companies. */
export const settingsKey = "global"

/** What holds for all companies, now. */
export const selectGlobalSettings = (sql: PgClient) =>
  sql<{ value: Partial<GlobalSettings> }>`select value from settings where key = ${settingsKey}`.pipe(
    // A release that adds a setting reads what an older one kept.
    Effect.map(([row]): GlobalSettings => ({ ...defaultSettings, ...row?.value })),
  )

/** Keeps what holds from now on; joins the command's transaction. */
export const writeGlobalSettings = (sql: PgClient, settings: GlobalSettings) => sql`
  insert into settings (key, value) values (${settingsKey}, ${sql.json(settings)})
  on conflict (key) do update set value = excluded.value`
