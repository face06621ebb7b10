import type { Detection } from "./callDetection.ts"
import type { Source } from "./callPlay.ts"
import type { PlacedCall } from "./callRun.ts"
import { refusedSenders } from "./magicNumbers.ts"
import { keyIn } from "./sendKeys.ts"
import { originOf } from "./twilioJson.ts"
import type { NextDocument } from "./twiml.ts"

const e164 = /^\+[1-9]\d{6,14}$/

const nextOf = (form: URLSearchParams, address: string, method: string): NextDocument => ({
  address: form.get(address) ?? "",
  method: form.get(method)?.toUpperCase() === "GET" ? "GET" : "POST",
})

const secondsOf = (form: URLSearchParams, name: string, otherwise: number): number => {
  const seconds = Number(form.get(name) ?? otherwise)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : otherwise
}

/** What a call plays: words at hand (`Twiml`) before an address (`Url`); null for neither. */
export const sourceOf = (form: URLSearchParams, base: string): Source | null => {
  const text = form.get("Twiml") ?? ""
  if (text !== "") return { _tag: "Text", text, address: base }
  return form.has("Url") ? { _tag: "Ask", next: nextOf(form, "Url", "Method"), fields: {} } : null
}

const detectionOf = (form: URLSearchParams): Detection | null => {
  const mode = form.get("MachineDetection") ?? ""
  if (mode !== "Enable" && mode !== "DetectMessageEnd") return null
  return { mode, timeoutMillis: secondsOf(form, "MachineDetectionTimeout", 30) * 1_000 }
}

/** Without an address for the finding Twilio tells nobody of it, and the call does not wait. */
const detectedTo = (form: URLSearchParams): PlacedCall["detectedTo"] => {
  if (form.get("AsyncAmd") !== "true") return null
  return nextOf(form, "AsyncAmdStatusCallback", "AsyncAmdStatusCallbackMethod")
}

/**
 * Reads the form that places a call, or gives the code of what is wrong with it.
 * @param webhookBase the server under test: nothing simulated leaves this computer, so all addresses lie there
 */
export const readPlacedCall = (form: URLSearchParams, webhookBase: string): PlacedCall | number => {
  const origin = originOf(webhookBase)
  const isElsewhere = (name: string) => (form.get(name) ?? "") !== "" && originOf(form.get(name) ?? "") !== origin
  const [to, from] = [form.get("To") ?? "", form.get("From") ?? ""]
  const first = sourceOf(form, webhookBase)
  if (to === "") return 21201
  if (from === "") return 21213
  if (first === null || isElsewhere("Url")) return 21205
  if (!e164.test(to)) return 21211
  const refused = refusedSenders[from]
  if (refused !== undefined) return refused
  if (["StatusCallback", "AsyncAmdStatusCallback", "FallbackUrl"].some(isElsewhere)) return 21609
  const reports = nextOf(form, "StatusCallback", "StatusCallbackMethod")
  const events = form.getAll("StatusCallbackEvent").flatMap((event) => event.split(" "))
  return {
    from,
    to,
    key: keyIn(reports.address),
    first,
    fallback: form.has("FallbackUrl") ? nextOf(form, "FallbackUrl", "FallbackMethod") : null,
    reports: { ...reports, events: events.length === 0 ? ["completed"] : events },
    ringSeconds: secondsOf(form, "Timeout", 60),
    limitSeconds: secondsOf(form, "TimeLimit", 14_400),
    detection: detectionOf(form),
    detectedTo: detectedTo(form),
  }
}
