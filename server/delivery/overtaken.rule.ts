import { readRequest, type OwnWords, type ReplyRequest } from "#server/outreach/optOuts/optOut.rule.ts"

const optsIn = (body: string, own: OwnWords): boolean => {
  const request = readRequest(body, own)
  return request.kind === "optIn" && request.word !== "YES"
}

/**
 * Whether a text that comes late says nothing about consent any more, because the person wrote again since. Any later
 * text takes back a wish to get texts, so that no one is opted in against their last word; only a word that opts in
 * takes back a wish to get none.
 * @param later what the person wrote since
 */
export const isOvertaken = (request: ReplyRequest, later: ReadonlyArray<string>, own: OwnWords): boolean => {
  if (request.kind === "optIn") return later.length > 0
  if (request.kind === "optOut" || request.kind === "unclear") return later.some((body) => optsIn(body, own))
  return false
}
