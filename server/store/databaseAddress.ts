import { readFileSync } from "node:fs"
import type { ConnectionOptions } from "node:tls"
import { CannotStart } from "./CannotStart.ts"

/** An address of PostgreSQL, taken apart once so that both drivers mean the same by it. */
export interface DatabaseAddress {
  /** Without what is in the other fields. */
  readonly url: string
  readonly ssl: false | ConnectionOptions
  /** What a session starts with besides the program's own settings; empty when the address says nothing. */
  readonly options: string
  /** Host and port, for sentences: nothing secret. An address without a host means this machine. */
  readonly place: string
}

const refuse = (sentence: string): never => {
  throw new CannotStart({ message: `DATABASE_URL ${sentence}` })
}

const readable = (name: string, file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    return refuse(`names ${name}=${file}, which cannot be read (${(cause as NodeJS.ErrnoException).code}).`)
  }
}

const known = new Set(["sslmode", "sslrootcert", "sslcert", "sslkey"])
const modes = "disable, require, verify-ca or verify-full"

/** As PostgreSQL's own tools take `require`: the certificate counts only when there is something to compare it with. */
const verification = (mode: string, hasRoot: boolean): ConnectionOptions => {
  if (mode === "verify-full") return {}
  const anyName = { checkServerIdentity: () => undefined }
  return hasRoot ? anyName : { rejectUnauthorized: false }
}

const tlsOf = (url: URL): DatabaseAddress["ssl"] => {
  const given = (name: string) => url.searchParams.get(name) ?? undefined
  const unknown = [...url.searchParams.keys()].find((name) => /ssl|libpq/.test(name) && !known.has(name))
  if (unknown !== undefined) refuse(`says ${unknown}, which has no meaning here. Say sslmode=${modes}.`)
  const mode = given("sslmode")
  const root = given("sslrootcert")
  if (mode === undefined && [...known].some((name) => given(name) !== undefined))
    refuse(`names a certificate but no sslmode. Say sslmode=${modes}.`)
  if (mode === undefined || mode === "disable") return false
  if (!["require", "verify-ca", "verify-full"].includes(mode))
    refuse(`says sslmode=${mode}, which would be no protection or is not known. Say sslmode=${modes}.`)
  if (mode === "verify-ca" && root === undefined)
    refuse("says sslmode=verify-ca without sslrootcert, the file of the authority to trust.")
  if (root === "system" && mode !== "verify-full")
    refuse(`says sslmode=${mode} with sslrootcert=system, which takes anyone's certificate. Say sslmode=verify-full.`)
  const hasFile = root !== undefined && root !== "system"
  const [cert, key] = [given("sslcert"), given("sslkey")]
  return {
    // One driver compares the certificate with this name, the other one with the name it dialled.
    host: url.hostname.replaceAll(/^\[|\]$/g, ""),
    ...verification(mode, root !== undefined),
    ...(hasFile ? { ca: readable("sslrootcert", root) } : {}),
    ...(cert === undefined ? {} : { cert: readable("sslcert", cert) }),
    ...(key === undefined ? {} : { key: readable("sslkey", key) }),
  }
}

/**
 * Reads an address of PostgreSQL. `sslmode` and `sslrootcert` mean what they mean to PostgreSQL's own tools, but
 * for `prefer` and `allow`, which anyone on the way can turn into no encryption. Throws `CannotStart`.
 */
export const databaseAddress = (text: string): DatabaseAddress => {
  const url = URL.parse(text)
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol))
    return refuse("is no address of PostgreSQL. It looks like this: postgres://user:password@host:5432/database")
  const ssl = tlsOf(url)
  const options = url.searchParams.get("options") ?? ""
  for (const name of [...known, "options"]) url.searchParams.delete(name)
  return { url: url.href, ssl, options, place: url.host || "localhost" }
}
