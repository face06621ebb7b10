/** The bare process of `bench/reading.ts`: node:http, jose, one statement, JSON; no company walls, no record of who looked. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose"
import pg from "pg"

/** What the measurement hands to the process, in the file that the variable BARE names. */
export type BareServer = {
  readonly url: string
  readonly port: number
  readonly jwks: string
  readonly issuer: string
  readonly audience: string
  /** By load: the statement, and its values for each request there is. */
  readonly statements: Readonly<
    Record<string, { readonly text: string; readonly values: ReadonlyArray<ReadonlyArray<unknown>> }>
  >
}

const given = JSON.parse(readFileSync(process.env["BARE"] ?? "", "utf8")) as BareServer
const keys = createLocalJWKSet((await (await fetch(given.jwks)).json()) as JSONWebKeySet)
const pool = new pg.Pool({ connectionString: given.url, max: 10 })

createServer((request, response) => {
  const answer = async () => {
    const token = request.headers.authorization?.slice("Bearer ".length) ?? ""
    await jwtVerify(token, keys, { issuer: given.issuer, audience: given.audience, algorithms: ["RS256"] })
    await text(request)
    const [name = "", which] = String(request.headers["variant"]).split(" ")
    const statement = given.statements[name]
    const { rows } = await pool.query({
      name,
      text: statement?.text ?? "",
      values: [...(statement?.values[Number(which)] ?? [])],
    })
    const data = rows.slice(0, 50)
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ statusCode: "200", status: "ok", data }))
  }
  answer().catch((cause: unknown) => response.writeHead(500).end(String(cause)))
}).listen(given.port, "localhost", () => console.log("Ready"))
