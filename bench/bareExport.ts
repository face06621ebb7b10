/** The bare process of `bench/exports.ts`: node:http, pages of one statement, commas; no walls, zones, words or record of the export. */
import { createServer } from "node:http"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env["BARE_URL"], max: 2 })
const pageRows = 1_000
const page = `
  select r.recipient_id, p.external_id, p.first_name, p.last_name, r.phone, r.state, r.reason, r.segments, r.zone,
         r.sent_at, r.delivered_at
  from (select * from recipients where company_id = $1 and campaign_id = $2 and recipient_id > $3
        order by recipient_id limit ${pageRows}) r
  left join patients p on p.company_id = $1 and p.patient_id = r.patient_id order by r.recipient_id`

createServer((request, response) => {
  const [companyId, campaignId] = new URL(request.url ?? "/", "http://localhost").pathname.slice(1).split("/")
  const answer = async () => {
    await pool.query("select set_config('app.company_id', '*', false)")
    response.writeHead(200, { "content-type": "text/csv" })
    let after = 0
    for (;;) {
      const { rows } = await pool.query<Array<unknown>>({
        name: "page",
        text: page,
        values: [companyId, campaignId, after],
        rowMode: "array",
      })
      response.write(rows.map((row) => `${row.join(",")}\r\n`).join(""))
      if (rows.length < pageRows) break
      after = Number(rows.at(-1)?.[0])
    }
    response.end()
  }
  answer().catch((cause: unknown) => response.destroy(cause as Error))
}).listen(Number(process.env["BARE_PORT"]), "localhost", () => console.log("Ready"))
