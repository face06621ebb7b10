import type { CallsApi } from "./callsApi.ts"
import { callsOf } from "./callJson.ts"
import type { Creation } from "./intake.ts"
import type { Asked } from "./listener.ts"
import { messagesOf } from "./messageJson.ts"
import type { MessagesApi } from "./messagesApi.ts"
import { recordingsOf } from "./recordings.ts"
import type { Simulator } from "./simulator.ts"
import { errorAnswer, type RestAnswer } from "./twilioJson.ts"

type Collection = {
  readonly create: (form: URLSearchParams) => Creation
  readonly one: (method: string, sid: string, form: URLSearchParams) => RestAnswer
  readonly list: (query: URLSearchParams) => RestAnswer
}

/** The calls of Twilio's REST for texts, calls and recordings, and under `/simulator` those of tests in another process. */
export const routesOf = (
  accountSid: string,
  { messages, calls }: { readonly messages: MessagesApi; readonly calls: CallsApi },
  simulator: Omit<Simulator, "url">,
): ((asked: Asked) => Creation) => {
  const collections: ReadonlyArray<readonly [string, Collection]> = [
    [messagesOf(accountSid), messages],
    [callsOf(accountSid), calls],
  ]
  const recordings = `${recordingsOf(accountSid)}/`

  const rest = ({ method, path, query, form }: Asked): Creation | undefined => {
    if (path.startsWith(recordings)) return { answer: calls.recording(method, path.slice(recordings.length)) }
    for (const [place, collection] of collections) {
      if (path === `${place}.json`) {
        return method === "POST" ? collection.create(form) : { answer: collection.list(query) }
      }
      if (path.startsWith(`${place}/`)) {
        const sid = path.slice(place.length + 1).replace(".json", "")
        return { answer: collection.one(method, sid, form) }
      }
    }
    return undefined
  }

  const shownCalls = (number: string) =>
    simulator.callsOf(number).map((call) => ({ ...call, inHand: simulator.hands.waits(call.sid) }))

  const forTests = ({ method, path, form }: Asked): RestAnswer => {
    const read = (name: string): string => form.get(name) ?? ""
    const ok = (json: unknown): RestAnswer => ({ status: 200, json })
    // Numbers and keys come in the body, to keep them out of addresses.
    switch (`${method} ${path}`) {
      case "GET /simulator/counts":
        return ok(simulator.counts())
      case "GET /simulator/waits":
        return ok(simulator.waits())
      case "POST /simulator/phone":
        return ok(simulator.messagesOf(read("number")))
      case "POST /simulator/calls":
        return ok(shownCalls(read("number")))
      case "POST /simulator/hold":
        simulator.hands.hold(read("number"), Number(read("seconds")))
        return ok(shownCalls(read("number")))
      case "POST /simulator/hand":
        return ok({ done: simulator.hands.act(read("call"), read("act")) })
      case "POST /simulator/replies":
        return ok(simulator.reply(read("from"), read("to"), read("body")))
      case "POST /simulator/keys":
        return ok({ count: simulator.countByKey(read("key")) })
      default:
        return errorAnswer(404, 20404)
    }
  }

  return (asked) => rest(asked) ?? { answer: forTests(asked) }
}
