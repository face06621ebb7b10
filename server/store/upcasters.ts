/** Turns the data of an event as stored under one schema version into the next version's. */
export type Upcaster = (data: unknown) => unknown

/** By type and the schema version it reads: `"CampaignLaunched@1"` gives version 2. Pure; a released one never changes. */
export const upcasters: Readonly<Record<string, Upcaster>> = {}

/**
 * The newest form of stored data, however old: applies one upcaster after the
 * other until there is none for the version reached.
 */
export const upcast = (
  type: string,
  schemaVersion: number,
  data: unknown,
  table: Readonly<Record<string, Upcaster>> = upcasters,
): { readonly schemaVersion: number; readonly data: unknown } => {
  const step = table[`${type}@${schemaVersion}`]
  return step === undefined ? { schemaVersion, data } : upcast(type, schemaVersion + 1, step(data), table)
}
