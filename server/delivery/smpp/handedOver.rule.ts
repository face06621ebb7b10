/** What an SMSC hands over, as the library reads it: nothing of it is sure. */
type Fields = Readonly<Record<string, unknown>>

/** A part of a longer text: which text of the sender, how many parts, and which one, from 1. */
export type TextPart = { readonly reference: number; readonly total: number; readonly number: number }

/** What an SMSC hands over. Numbers are E.164. */
export type HandedOver =
  | {
      readonly _tag: "Receipt"
      /** The name that the SMSC gave the message. */
      readonly id: string
      /** What became of it, in the SMSC's words. */
      readonly state: string
      readonly phone: string
      readonly to: string
    }
  | {
      readonly _tag: "Text"
      readonly phone: string
      readonly to: string
      readonly body: string
      readonly part?: TextPart
    }
  | { readonly _tag: "Unreadable" }

const unreadable: HandedOver = { _tag: "Unreadable" }

/** Bits 2 to 5 of `esm_class`: a receipt, or a message of how it goes meanwhile (SMPP 3.4, 5.2.12). */
const receiptKinds: ReadonlySet<number> = new Set([0x04, 0x20])

/** The states of the TLV `message_state`, by their number (SMPP 3.4, 5.2.28), as receipts of text name them. */
const states = ["", "ENROUTE", "DELIVRD", "EXPIRED", "DELETED", "UNDELIV", "ACCEPTD", "UNKNOWN", "REJECTD"] as const

const international = 1

/** A number as E.164; one without its country is American. Undefined for what is no number. */
export const e164Of = (address: unknown, ton: unknown): string | undefined => {
  if (typeof address !== "string") return undefined
  const digits = address.replace(/^(?:\+|00)/, "")
  if (!/^\d{3,15}$/.test(digits)) return undefined
  const isWhole = ton === international || digits !== address || digits.length !== 10
  return isWhole ? `+${digits}` : `+1${digits}`
}

/** The words of a message, decoded, or its bytes where the coding is none of letters. */
const wordsIn = (message: unknown): string | undefined => {
  if (typeof message === "string") return message
  if (Buffer.isBuffer(message)) return message.toString("latin1")
  return undefined
}

const contentOf = ({ short_message, message_payload }: Fields) => {
  const [short, payload] = [short_message, message_payload].map((one) =>
    typeof one === "object" && one !== null && "message" in one ? one : undefined,
  )
  const isLong = (wordsIn(short?.message) ?? "") === "" && payload !== undefined
  const content = isLong ? payload : short
  return {
    body: wordsIn(content?.message),
    header: content !== undefined && "udh" in content ? content.udh : undefined,
  }
}

const isPart = ({ total, number }: TextPart): boolean => total > 1 && number >= 1 && number <= total

/** Which part it is, by its header (3GPP TS 23.040, 9.2.3.24.1 and .8) or by the TLVs for it. */
const partOf = (fields: Fields, header: unknown): TextPart | undefined => {
  for (const element of Array.isArray(header) ? (header as ReadonlyArray<unknown>) : []) {
    if (!Buffer.isBuffer(element)) continue
    const [kind, length, ...rest] = element
    const [a = 0, b = 0, c = 0, d = 0] = rest
    const part =
      kind === 0 && length === 3 && rest.length === 3
        ? { reference: a, total: b, number: c }
        : kind === 8 && length === 4 && rest.length === 4
          ? { reference: a * 256 + b, total: c, number: d }
          : undefined
    if (part !== undefined && isPart(part)) return part
  }
  const [reference, total, number] = ["sar_msg_ref_num", "sar_total_segments", "sar_segment_seqnum"].map(
    (name) => fields[name],
  )
  if (typeof reference !== "number" || typeof total !== "number" || typeof number !== "number") return undefined
  const part = { reference, total, number }
  return isPart(part) ? part : undefined
}

const stateIn = ({ message_state }: Fields, body: string): string | undefined =>
  (typeof message_state === "number" && states[message_state]) ||
  /\bstat:\s*([A-Za-z]{1,20})/i.exec(body)?.[1]?.toUpperCase()

const idIn = ({ receipted_message_id }: Fields, body: string): string | undefined => {
  const id =
    typeof receipted_message_id === "string" && receipted_message_id !== ""
      ? receipted_message_id
      : /\bid:\s*([^\s]+)/i.exec(body)?.[1]
  return id !== undefined && /^[\x21-\x7e]{1,64}$/.test(id) ? id : undefined
}

/** Reads what an SMSC hands over (`deliver_sm`): a receipt by TLVs or by its text, or what a person wrote. */
export const readHandedOver = (fields: Fields): HandedOver => {
  const phone = e164Of(fields["source_addr"], fields["source_addr_ton"])
  const to = e164Of(fields["destination_addr"], fields["dest_addr_ton"])
  if (phone === undefined || to === undefined) return unreadable
  const { body = "", header } = contentOf(fields)
  const kind = typeof fields["esm_class"] === "number" ? fields["esm_class"] & 0x3c : 0
  if (receiptKinds.has(kind) || fields["receipted_message_id"] !== undefined) {
    const [id, state] = [idIn(fields, body), stateIn(fields, body)]
    return id === undefined || state === undefined ? unreadable : { _tag: "Receipt", id, state, phone, to }
  }
  const part = partOf(fields, header)
  // A text cannot be stored with it, and would spoil the batch it is recorded in.
  return { _tag: "Text", phone, to, body: body.replaceAll("\0", ""), ...(part === undefined ? {} : { part }) }
}

/** What a state means, in the words and codes of texts. */
const meanings: Readonly<Record<string, { readonly status: string; readonly code?: string }>> = {
  ENROUTE: { status: "sent" },
  ACCEPTD: { status: "sent" },
  UNKNOWN: { status: "sent" },
  DELIVRD: { status: "delivered" },
  EXPIRED: { status: "undelivered", code: "30003" },
  DELETED: { status: "undelivered", code: "30008" },
  UNDELIV: { status: "undelivered", code: "30008" },
  REJECTD: { status: "undelivered", code: "30008" },
}

/** What a receipt's state means; one that we do not know is kept aside in its own word. */
export const meaningOf = (state: string): { readonly status: string; readonly code: string | null } => {
  const known = meanings[state]
  return { status: known?.status ?? state.toLowerCase(), code: known?.code ?? null }
}

const withoutZeros = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, "")

/** How else the same name may be written: SMSCs give it in hexadecimal in one place, and in decimal in another. */
const formsOf = (id: string): ReadonlyArray<string> => {
  const plain = withoutZeros(id)
  return [
    plain,
    ...(/^\d{1,20}$/.test(plain) ? [BigInt(plain).toString(16)] : []),
    ...(/^[0-9a-f]{1,16}$/.test(plain) ? [BigInt(`0x${plain}`).toString(10)] : []),
  ]
}

/** The one of these names that is meant: the very one before one that is it in other digits. */
export const sameId = (known: ReadonlyArray<string>, id: string): string | undefined =>
  known.find((one) => one === id) ??
  known.find((one) => withoutZeros(one) === withoutZeros(id)) ??
  known.find((one) => formsOf(id).includes(withoutZeros(one)))
