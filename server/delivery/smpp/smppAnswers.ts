import type { PDU } from "smpp"
import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { SendOutcome } from "../Carrier.ts"
import type { Submitted } from "./smppSession.ts"

/** ESME_RINVMSGLEN: what an SMSC would say to a message that is too long to be written. */
export const unwritable = "smpp-01"

/** How long nothing is handed over after the SMSC said that it is too fast, in milliseconds. */
export const restMillis = 1_000

const queueFull = 0x14
const throttled = 0x58
/**
 * Answers that blame no text and no person: a later try may pass. Not bound, system error, bind failed, wrong password,
 * wrong system id, queue full, throttled, and a passing error of the SMSC (SMPP 3.4, 5.1.3).
 */
const passing: ReadonlySet<number> = new Set([0x04, 0x08, 0x0d, 0x0e, 0x0f, queueFull, throttled, 0x64])

/** Whether the SMSC said yes. */
export const isOk = ({ command_status }: PDU): boolean => command_status === 0

/** Whether the SMSC asks to wait. */
export const isThrottled = ({ command_status }: PDU): boolean =>
  command_status === throttled || command_status === queueFull

/** Answers that say what a code of texts says, whose words staff know (`textFacts`). */
const known: Readonly<Record<number, string>> = {
  0x0a: "21606",
  0x0b: "21211",
  0x0d: "20003",
  0x0e: "20003",
  0x0f: "20003",
  [queueFull]: "21611",
  [throttled]: "20429",
}

/** Our code for a `command_status`; for one that is not among those of texts a name, `smpp-45` for 0x00000045. */
export const codeOf = ({ command_status }: PDU): string =>
  known[command_status] ?? `smpp-${command_status.toString(16).padStart(2, "0")}`

/** Names of messages are at most 64 characters (SMPP 3.4, 5.2.23); a comma parts those of one long text. */
const idForm = /^[\x21-\x2b\x2d-\x7e]{1,64}$/

/**
 * What became of one message that was to be handed over. Doubt is `Unknown`: no answer, or one that is no answer to
 * this. What the SMSC refuses without one of the passing reasons is refused for good.
 * @param facts the channel's words for a refusal
 */
export const outcomeOfSubmit = ({ describe }: Pick<ChannelFacts, "describe">, submitted: Submitted): SendOutcome => {
  if (submitted._tag === "HeldBack") return submitted
  if (submitted._tag === "Lost") return { _tag: "Unknown", reason: submitted.reason }
  if (submitted._tag === "NotSent") {
    const { code } = submitted
    if (code !== unwritable) return { _tag: "Deferred", code }
    return { _tag: "Refused", code, message: describe(code).words, permanent: true }
  }
  const { answer } = submitted
  const id = answer["message_id"]
  if (isOk(answer)) {
    if (answer.command === "submit_sm_resp" && typeof id === "string" && idForm.test(id))
      return { _tag: "Accepted", sid: id }
    return { _tag: "Unknown", reason: "unreadable answer" }
  }
  const code = codeOf(answer)
  if (isThrottled(answer)) return { _tag: "Deferred", code, retryAfterMillis: restMillis }
  if (passing.has(answer.command_status)) return { _tag: "Deferred", code }
  return { _tag: "Refused", code, message: describe(code).words, permanent: true }
}
