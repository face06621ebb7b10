import { once } from "node:events"
import { Agent, createServer, type IncomingMessage } from "node:http"
import { CompanyId } from "#schemas/ids.ts"
import { readCallLog, type LoggedEvent } from "#machines/lifecycles/calls/callLog.ts"
import { machineLog } from "#server/delivery/calls/callSteps.ts"
import { callTurn } from "#server/delivery/calls/callTurn.rule.ts"
import { twimlOf } from "#server/delivery/calls/twiml.ts"
import { checkUpCall } from "#tests/support/checkUpCall.ts"
import { phoneOf, senderNumber } from "#tests/support/outreach.ts"
import type { Ports } from "#tests/support/sendingProgram.ts"
import { connections, post } from "./bareSending.ts"

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let body = ""
  for await (const part of request) body += String(part)
  return new URLSearchParams(body)
}

const keyPlace = "the-key"
const isKey = (digits: string): boolean => /^[\d*#]$/.test(digits)

/** What the bare server answers a step, written once for each log and key. */
const openDocuments = (base: string) => {
  const documents = new Map<string, string>()
  const addressOf = (log: string) => `${base}/step?${new URLSearchParams({ key: keyPlace, log })}`
  const write = (log: string, pressed: string): string => {
    const event: ReadonlyArray<LoggedEvent> =
      log === "" ? [{ type: "PersonAnswered" }] : pressed === "" ? [] : [{ type: "KeyPressed", key: pressed as "1" }]
    const { instructions } = callTurn(checkUpCall, [...(readCallLog(log) ?? []), ...event])
    return twimlOf(instructions, { stepAfter: addressOf, soundOf: () => "" })
  }
  return (key: string, log: string, pressed: string): string => {
    const name = `${log} ${pressed}`
    const text = documents.get(name) ?? write(log, pressed)
    documents.set(name, text)
    return text.replaceAll(keyPlace, key)
  }
}

/**
 * The bare loop that `bench/calls.ts` and `bench/callPace.ts` are held against: it makes the same requests over as many
 * connections, takes the signed reports, leads machines to their message, and answers each step from memory; it reads no
 * signature and has no store.
 */
export const openBareCalls = async ({ own, simulator }: Ports) => {
  const base = `http://127.0.0.1:${own}`
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const documentOf = openDocuments(base)
  const server = createServer((request, answer) => {
    void (async () => {
      const url = new URL(request.url ?? "/", base)
      const form = await bodyOf(request)
      const key = url.searchParams.get("key") ?? ""
      if (url.pathname === "/step") {
        const digits = form.get("Digits") ?? ""
        const pressed = isKey(digits) && !form.has("RecordingUrl") ? digits : ""
        answer.setHeader("content-type", "text/xml")
        return void answer.end(documentOf(key, url.searchParams.get("log") ?? "", pressed))
      }
      if (url.pathname === "/machine" && form.get("AnsweredBy")?.startsWith("machine") === true) {
        const to = `${base}/step?${new URLSearchParams({ key, log: machineLog })}`
        await post(agent, simulator, `Calls/${form.get("CallSid")}.json`, new URLSearchParams({ Url: to }).toString())
      }
      answer.writeHead(204).end()
    })()
  })
  await once(server.listen(own, "127.0.0.1"), "listening")
  const formOf = (n: number): string => {
    const key = `bare-${n}`
    const form = new URLSearchParams({
      To: phoneOf(CompanyId.make(1), 700_000 + n),
      From: senderNumber(CompanyId.make(1)),
      Url: `${base}/step?key=${key}`,
      StatusCallback: `${base}/status?key=${key}`,
      Timeout: String(checkUpCall.ringSeconds),
      MachineDetection: "DetectMessageEnd",
      AsyncAmd: "true",
      AsyncAmdStatusCallback: `${base}/machine?key=${key}`,
    })
    for (const event of ["initiated", "ringing", "answered", "completed"]) form.append("StatusCallbackEvent", event)
    return form.toString()
  }
  return {
    /** Makes the n-th call. */
    call: async (n: number): Promise<void> => {
      const status = await post(agent, simulator, "Calls.json", formOf(n))
      if (status !== 201) throw new Error(`The simulated carrier answered ${status}.`)
    },
    /** The number that the n-th call goes to. */
    numberOf: (n: number): string => phoneOf(CompanyId.make(1), 700_000 + n),
    close: () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
