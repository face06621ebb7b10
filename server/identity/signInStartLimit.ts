import type { IncomingMessage, ServerResponse } from "node:http"
import { signInStartsPerAddress, makeAddressThrottle, tooManyFromAddress } from "./addressThrottle.ts"
import { clientAddress } from "./clientAddress.ts"
import { retryAfter, sendPage } from "./formRequests.ts"
import { deadEndPage } from "./signInPages.ts"

/** Longer than any address at which our client begins a sign-in, in characters. */
const maxCharacters = 4_096

const page = (text: string) => deadEndPage({ heading: "This sign-in cannot begin", text })

/**
 * Bounds what anyone can make the provider keep: each sign-in that begins is stored for a day, with what its address says.
 * Gives what refuses one too many and says so; it is asked of every beginning, and of nothing else.
 * @param realTime the real world's time in milliseconds
 * @param most how many an address may begin in a window
 */
export const makeSignInStartLimit = (realTime: () => number, most: number = signInStartsPerAddress) => {
  const throttle = makeAddressThrottle(realTime, most)
  return (request: IncomingMessage, response: ServerResponse, url: string): boolean => {
    if (url.length > maxCharacters) {
      sendPage(response, 414, page("Its address is too long."))
      return true
    }
    const wait = throttle.book(clientAddress(request.headers) ?? "")
    if (wait === 0) return false
    sendPage(response, 429, page(tooManyFromAddress(wait)), retryAfter(wait))
    return true
  }
}
