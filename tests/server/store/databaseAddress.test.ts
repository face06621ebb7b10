import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { areShared } from "#server/store/pooler.ts"
import { databaseAddress } from "#server/store/databaseAddress.ts"

const folder = mkdtempSync(join(tmpdir(), "admin-view-address-"))
const root = join(folder, "root.crt")
writeFileSync(root, "a certificate")
afterAll(() => rmSync(folder, { recursive: true }))

const base = "postgres://adminview:s3cret@db.example:5432/adminview"
const sslOf = (query: string) => databaseAddress(`${base}${query}`).ssl

describe("an address of PostgreSQL", () => {
  it("says by sslmode and sslrootcert what PostgreSQL's own tools understand", () => {
    const host = "db.example"
    const ca = "a certificate"
    expect(sslOf("")).toBe(false)
    expect(sslOf("?sslmode=disable")).toBe(false)
    expect(sslOf("?sslmode=require")).toEqual({ host, rejectUnauthorized: false })
    expect(sslOf(`?sslmode=require&sslrootcert=${root}`)).toEqual({ host, ca, checkServerIdentity: expect.anything() })
    expect(sslOf(`?sslmode=verify-ca&sslrootcert=${root}`)).toEqual({
      host,
      ca,
      checkServerIdentity: expect.anything(),
    })
    expect(sslOf(`?sslmode=verify-full&sslrootcert=${root}`)).toEqual({ host, ca })
    expect(sslOf("?sslmode=verify-full")).toEqual({ host })
    expect(sslOf("?sslmode=verify-full&sslrootcert=system")).toEqual({ host })
  })

  it("keeps nothing in it that a driver could take in its own way", () => {
    const { url, options, place } = databaseAddress(
      `${base}?sslmode=verify-full&sslrootcert=${root}&options=-c%20search_path%3Dx&connect_timeout=3`,
    )
    expect(url).toBe(`${base}?connect_timeout=3`)
    expect([options, place]).toEqual(["-c search_path=x", "db.example:5432"])
    expect(databaseAddress("postgres://").place).toBe("localhost")
  })

  it.each([
    ["no address", "not a URL", "is no address of PostgreSQL"],
    ["another database", "mysql://db.example/x", "is no address of PostgreSQL"],
    ["prefer, which protects no one", `${base}?sslmode=prefer`, "sslmode=prefer"],
    ["a mode no one knows", `${base}?sslmode=yes`, "sslmode=yes"],
    ["verify-ca without an authority", `${base}?sslmode=verify-ca`, "without sslrootcert"],
    ["an authority without a mode", `${base}?sslrootcert=${root}`, "no sslmode"],
    ["everyone's authorities for any name", `${base}?sslmode=require&sslrootcert=system`, "Say sslmode=verify-full"],
    ["them with verify-ca", `${base}?sslmode=verify-ca&sslrootcert=system`, "Say sslmode=verify-full"],
    ["an authority that is not there", `${base}?sslmode=verify-full&sslrootcert=/none.crt`, "/none.crt"],
    ["a word of one driver only", `${base}?ssl=true`, "says ssl"],
  ])("is refused in one sentence, without its password: %s", (_what, address, words) => {
    const refused = (() => {
      try {
        return String(databaseAddress(address).url)
      } catch (cause) {
        return (cause as Error).message
      }
    })()
    expect(refused).toContain(`DATABASE_URL `)
    expect(refused).toContain(words)
    expect(refused).not.toMatch(/s3cret|\n/)
  })
})

describe("sessions of the server", () => {
  it("are our own when each connection keeps its own, and lent out otherwise", () => {
    const own = [
      [7, 7, 7],
      [8, 8, 8],
    ] as const
    const lentInTurn = [
      [7, 8, 9],
      [10, 11, 12],
    ] as const
    const theLastOneUsed = [
      [7, 7, 7],
      [7, 7, 7],
    ] as const
    expect([own, lentInTurn, theLastOneUsed].map(areShared)).toEqual([false, true, true])
  })
})
