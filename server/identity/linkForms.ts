import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { callerOf, foreignForm, isOwnForm, readForm, refuse, sendPage } from "./formRequests.ts"
import { linkPath } from "./linkSecrets.ts"
import type { LinkAnswer, LinkSteps } from "./linkSteps.ts"
import { deadEndPage } from "./signInPages.ts"

/** Holds the secret of an opened link until its form is sent; no script reads it and no other site's request carries it. */
const cookieName = "link"
/** Longer than the slowest typist; a link's own time is judged by the server. In seconds. */
const cookieSeconds = 3600

const keptSecret = (request: IncomingMessage): string =>
  new Map((request.headers.cookie ?? "").split(/; */).map((pair) => pair.split("=", 2) as [string, string])).get(
    cookieName,
  ) ?? ""

const notHere = deadEndPage({ heading: "There is nothing here", text: "The address is not one of ours." })

/** Answers the addresses behind mailed links. Never rejects for what a person can do wrong. */
export const makeLinkForms = (steps: LinkSteps, origin: string, run: <A>(effect: Effect.Effect<A>) => Promise<A>) => {
  const attributes = `; Path=${linkPath}; HttpOnly; SameSite=Strict${origin.startsWith("https:") ? "; Secure" : ""}`

  const answerWith = (response: ServerResponse, answer: LinkAnswer) => {
    switch (answer._tag) {
      case "Page":
        return sendPage(response, answer.status, answer.html)
      case "Keep":
        response.setHeader("set-cookie", `${cookieName}=${answer.secret}${attributes}; Max-Age=${cookieSeconds}`)
        return void response.writeHead(303, { location: `${linkPath}/password` }).end()
      case "Done":
        response.setHeader("set-cookie", `${cookieName}=${attributes}; Max-Age=0`)
        return void response.writeHead(303, { location: `${linkPath}/${answer.end}` }).end()
    }
  }

  const step = (
    request: IncomingMessage,
    name: string,
    form: URLSearchParams,
  ): Effect.Effect<LinkAnswer> | undefined => {
    const text = (field: string) => form.get(field) ?? ""
    switch (`${request.method} ${name}`) {
      case "GET ":
        return Effect.succeed(steps.entry)
      case "POST ":
        return steps.open(text("secret"))
      case "GET /password":
        return steps.show(keptSecret(request))
      case "POST /password":
        return steps.choose(keptSecret(request), { name: text("name"), password: text("password") }, callerOf(request))
      case "GET /changed":
        return Effect.succeed(steps.ended("changed"))
      case "GET /joined":
        return Effect.succeed(steps.ended("joined"))
      default:
        return undefined
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "", origin)
    const isPost = request.method === "POST"
    if (isPost && !isOwnForm(request, origin)) return sendPage(response, 403, foreignForm)
    const form = isPost ? await readForm(request) : new URLSearchParams()
    if (!(form instanceof URLSearchParams)) return refuse(request, response, form)
    const answer = step(request, pathname.slice(linkPath.length), form)
    if (answer === undefined) return sendPage(response, 404, notHere)
    return answerWith(response, await run(answer))
  }
}
