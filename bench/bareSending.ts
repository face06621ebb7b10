import { once } from "node:events"
import { Agent, createServer, request } from "node:http"
import { CompanyId } from "#schemas/ids.ts"
import { phoneOf, senderNumber } from "#tests/support/outreach.ts"
import { account } from "#tests/support/sendingProgram.ts"
import { askSimulator, type SimulatorCounts } from "./sending.ts"

/** As many as the engine's own pool (`TwilioConfig.connections`). */
export const connections = 64
const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString("base64")}`

/** Posts a form to the simulated carrier, `path` below its account; gives the status. */
export const post = (agent: Agent, port: number, path: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method: "POST",
        path: `/2010-04-01/Accounts/${account.accountSid}/${path}`,
        headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      },
      (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)),
    )
    sent.on("error", reject)
    sent.end(body)
  })

/**
 * The bare loop that `bench/campaign.ts` is held against: it sends the simulated
 * carrier as many texts of the same bytes, over as many connections, and takes
 * the reports without reading or storing them. Gives the seconds until the last
 * text was taken, and until the last report came.
 */
export const sendBare = async (
  ports: { readonly own: number; readonly simulator: number },
  { texts, body }: { readonly texts: number; readonly body: string },
): Promise<{ readonly sent: number; readonly reported: number }> => {
  const reports = createServer((report, answer) => report.resume().on("end", () => answer.writeHead(204).end()))
  await once(reports.listen(ports.own, "127.0.0.1"), "listening")
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts = () => askSimulator<SimulatorCounts>(ports.simulator, "counts")
  const before = await counts()
  const form = (n: number) =>
    new URLSearchParams({
      To: phoneOf(CompanyId.make(1), 700_000 + n),
      From: senderNumber(CompanyId.make(1)),
      Body: body,
      StatusCallback: `http://127.0.0.1:${ports.own}/?key=bare-${n}`,
    }).toString()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let next = 0
  const lane = async (): Promise<void> => {
    for (let n = next++; n < texts; n = next++) {
      const status = await post(agent, ports.simulator, "Messages.json", form(n))
      if (status !== 201) throw new Error(`The simulated carrier answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  const sent = seconds()
  for (;;) {
    const now = await counts()
    if (now.open === 0 && now.distinctKeys >= before.distinctKeys + texts) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  agent.destroy()
  reports.closeAllConnections()
  reports.close()
  return { sent, reported: seconds() }
}
