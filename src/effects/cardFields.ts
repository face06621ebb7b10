/** What the processor's page says from its frame. */
export type CardFieldsSaid =
  | { readonly type: "card.ready" | "card.incomplete" | "card.declined" | "card.failed" | "card.entered" }
  | { readonly type: "card.token"; readonly token: string }

const said: ReadonlySet<unknown> = new Set([
  "card.ready",
  "card.incomplete",
  "card.declined",
  "card.failed",
  "card.entered",
])

/** A message as one of those; undefined for anything else that a frame may send. */
const read = (data: Readonly<Record<string, unknown>>): CardFieldsSaid | undefined => {
  if (said.has(data["type"])) return { type: data["type"] } as CardFieldsSaid
  return data["type"] === "card.token" && typeof data["token"] === "string"
    ? { type: "card.token", token: data["token"] }
    : undefined
}

/**
 * Talks with the processor's page in a frame: only with that window, only at that origin, and only in messages that
 * repeat a number of this very frame. Before its page has come a frame holds one of ours, so nothing is said until then.
 * @returns how the page is asked for a token, and how the talk ends
 */
export const talkWithFields = (
  frame: HTMLIFrameElement,
  fieldsUrl: string,
  hear: (message: CardFieldsSaid) => void,
) => {
  const { origin } = new URL(fieldsUrl)
  const nonce = crypto.randomUUID()
  const say = (type: "card.begin" | "card.send"): void => frame.contentWindow?.postMessage({ type, nonce }, origin)
  const begin = (): void => say("card.begin")
  const listen = (event: MessageEvent<unknown>): void => {
    const { data } = event
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    if (typeof data !== "object" || data === null || !("nonce" in data) || data.nonce !== nonce) return
    const message = read({ ...data })
    if (message !== undefined) hear(message)
  }
  window.addEventListener("message", listen)
  frame.addEventListener("load", begin)
  frame.src = fieldsUrl
  return {
    ask: (): void => say("card.send"),
    end: (): void => {
      window.removeEventListener("message", listen)
      frame.removeEventListener("load", begin)
    },
  }
}
