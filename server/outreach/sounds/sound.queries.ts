import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Pronunciation } from "#schemas/administration/companyDraft.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { Sound, SoundHash } from "#schemas/outreach/sound.ts"
import type { Voice } from "#schemas/outreach/voice.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** Bytes of a stored piece: small enough that a backup reads many at once. */
const partBytes = 128 * 1024

/** A sound as it is stored: the master, and what carriers fetch. */
export type SoundForm = "master" | "phone"

/** What is kept of a sound besides its bytes; `spokenAs` is the hash of words and voice. */
export type Making = {
  readonly made: Sound["made"]
  readonly spokenAs: string | null
  readonly userId: UserId | number
}

/** A sound's bytes in both forms. */
export type SoundBytes = { readonly master: Uint8Array; readonly phone: Uint8Array; readonly seconds: number }

type Row = { readonly hash: SoundHash; readonly made: Sound["made"]; readonly seconds: number }
const soundOf = ({ hash, made, seconds }: Row): Sound => ({ hashedId: hash, made, seconds })

/** Words and a voice, by which the sound of them is found again: spaces are not heard. */
export const spokenAsOf = (words: string, { voiceId, speed, pitch }: Voice): string =>
  createHash("sha256")
    .update(JSON.stringify([words.replaceAll(/\s+/g, " ").trim(), voiceId, speed, pitch]))
    .digest("hex")

/** The sound of words that were spoken before, which it notes as asked for now; undefined where they were not. */
export const findSpoken = Effect.fn("findSpoken")(function* (companyId: CompanyId, spokenAs: string) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const [row] = yield* company(companyId)(sql<Row>`
    update sounds set at = ${at}::timestamptz from spoken_texts as texts
    where texts.company_id = ${companyId} and texts.spoken_as = ${spokenAs}
      and sounds.company_id = texts.company_id and sounds.hash = texts.hash
    returning sounds.hash, made, seconds`)
  return row === undefined ? undefined : soundOf(row)
})

/** The sounds of a company by what they say and by which voice (`spokenAsOf`); what is not kept is not among them. */
export const spokenSounds = Effect.fn("spokenSounds")(function* (
  companyId: CompanyId,
  spokenAs: ReadonlyArray<string>,
) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ spokenAs: string; hash: SoundHash }>`
      select spoken_as as "spokenAs", hash from spoken_texts
      where company_id = ${companyId} and spoken_as = any (${spokenAs}::text[])`,
  )
  return new Map(rows.map((row) => [row.spokenAs, row.hash]))
})

/** How a company says its words. */
export const readPronunciations = Effect.fn("readPronunciations")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ pronunciations: ReadonlyArray<Pronunciation> }>`
      select pronunciations from companies where company_id = ${companyId}`,
  )
  return row?.pronunciations ?? []
})

/** Which of these sounds a company has. */
export const heldSounds = Effect.fn("heldSounds")(function* (companyId: CompanyId, hashes: ReadonlyArray<string>) {
  if (hashes.length === 0) return []
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<Row>`select hash, made, seconds from sounds where company_id = ${companyId} and hash = any (${hashes}::text[])`,
  )
  return rows.map(soundOf)
})

const partsOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, part) =>
    bytes.subarray(part * partBytes, (part + 1) * partBytes),
  )

/**
 * Keeps a sound under the hash of its master; one that is there already stays, and is known by these words too. Words
 * that two speak at once are known by the sound that was kept first.
 */
export const keepSound = Effect.fn("keepSound")(function* (
  companyId: CompanyId,
  { master, phone, seconds }: SoundBytes,
  { made, spokenAs, userId }: Making,
) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const hash = createHash("sha256").update(master).digest("hex")
  const keepParts = (form: SoundForm, bytes: Uint8Array) =>
    Effect.forEach(
      partsOf(bytes),
      (piece, part) => sql`
        insert into sound_parts (company_id, hash, form, part, bytes)
        values (${companyId}, ${hash}, ${form}, ${part}, ${piece}) on conflict do nothing`,
      { discard: true },
    )
  return yield* company(companyId)(
    Effect.gen(function* () {
      const [row] = yield* sql<Row & { readonly isNew: boolean }>`
        insert into sounds (company_id, hash, made, seconds, master_bytes, phone_bytes, user_id, at)
        values (${companyId}, ${hash}, ${made}, ${seconds}, ${master.length}, ${phone.length}, ${userId},
          ${at}::timestamptz)
        on conflict (company_id, hash) do update set at = excluded.at
        returning hash, made, seconds, xmax = 0 as "isNew"`
      if (row === undefined) return yield* Effect.die(new Error("A sound was not kept"))
      if (row.isNew) {
        yield* keepParts("master", master)
        yield* keepParts("phone", phone)
      }
      if (spokenAs !== null)
        yield* sql`
          insert into spoken_texts (company_id, spoken_as, hash) values (${companyId}, ${spokenAs}, ${hash})
          on conflict do nothing`
      return soundOf(row)
    }),
  )
})

/** Bytes of a stored sound, from one to another, both included. */
export type ReadBytes = (start: number, end: number) => Effect.Effect<Uint8Array>

/** A stored sound, of a company, or for a carrier of whichever has it; undefined where there is none. */
export const openSound = Effect.fn("openSound")(function* (
  of: CompanyId | "carrier",
  hash: SoundHash,
  form: SoundForm,
) {
  const { sql, read, readEveryCompany } = yield* Database
  const found = sql<{ companyId: CompanyId; size: number }>`
    select company_id as "companyId", ${form === "master" ? sql`master_bytes` : sql`phone_bytes`} as size
    from sounds where hash = ${hash} ${of === "carrier" ? sql`` : sql`and company_id = ${of}`} order by company_id limit 1`
  const [row] = yield* of === "carrier" ? readEveryCompany(found) : read(of, found)
  if (row === undefined) return undefined
  const { companyId, size } = row
  const bytes: ReadBytes = Effect.fnUntraced(function* (start, end) {
    const [first, last] = [Math.floor(start / partBytes), Math.floor(end / partBytes)]
    const parts = yield* read(
      companyId,
      sql<{ bytes: Uint8Array }>`
        select bytes from sound_parts where company_id = ${companyId} and hash = ${hash} and form = ${form}
          and part between ${first} and ${last} order by part`,
    )
    const skipped = first * partBytes
    return Buffer.concat(parts.map((part) => part.bytes)).subarray(start - skipped, end + 1 - skipped)
  })
  return { size, bytes }
})
