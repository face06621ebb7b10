import { Effect, Layer, Context } from "effect"
import { readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isLoopback } from "#server/identity/network.rule.ts"
import { escapedText } from "#server/http/markup.rule.ts"
import { answerProblem } from "#server/http/nodeAnswers.ts"
import { onConnectionsApart } from "#server/store/connectionsApart.ts"
import { Database } from "#server/store/Database.ts"
import { secondsOfTrouble, unforeseen } from "#server/store/databaseTrouble.ts"

/** A mail as `/dev/mailbox` answers it. */
export type MailboxEntry = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code: string | null
  /** ISO 8601 in UTC, real time. */
  readonly at: string
}

type Row = Omit<MailboxEntry, "at"> & { readonly at: Date }

/** Where the mailbox is. */
export const mailboxPath = "/dev/mailbox"
/** How many mails it shows. */
const shown = 50
const scriptPath = `${mailboxPath}.js`
const script = readFileSync(new URL("assets/mailbox.js", import.meta.url))

const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  vary: "accept",
} as const

/**
 * Whether a request comes from this machine and means this machine. The host is
 * looked at as well: a foreign page may point a name of its own at 127.0.0.1 and
 * would otherwise read sign-in codes. A proxy's mark means that someone else asks.
 */
export const isLocal = (request: IncomingMessage): boolean => {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "")
  const forwarded = "x-forwarded-for" in request.headers || "forwarded" in request.headers
  return isLoopback(request.socket.remoteAddress ?? "") && isLoopback(host) && !forwarded
}

/** Addresses on a line of their own become links that open next to the mailbox. */
const linked = (escaped: string) =>
  escaped.replaceAll(
    /^https?:\/\/\S+$/gm,
    (address) => `<a href="${address}" target="_blank" rel="noopener">${address}</a>`,
  )

const mail = ({ to, subject, text, code, at }: MailboxEntry): string => `<li>
<h2>${escapedText(subject)}</h2>
<p>To ${escapedText(to)}, <time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
${code === null ? "" : `<p>Code: <strong><code>${escapedText(code)}</code></strong></p>`}
<p>${linked(escapedText(text)).replaceAll("\n", "<br>")}</p>
</li>`

const page = (mails: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo mailbox – Admin View</title>
<link rel="icon" href="/logo.svg">
<link rel="stylesheet" href="/plain.css">
<script src="${scriptPath}" defer></script>
</head>
<body>
<main>
<h1>Demo mailbox</h1>
<p>Mails of the demonstration stay on this machine; the newest is first. New mail shows by itself.</p>
<div id="mails">
${mails}
</div>
</main>
</body>
</html>
`

const list = (entries: ReadonlyArray<MailboxEntry>): string =>
  entries.length === 0
    ? "<p>No mail has been sent yet. Sign in to be mailed a code.</p>"
    : `<ul>\n${entries.map(mail).join("\n")}\n</ul>`

const wantsJson = (accept: string): boolean => accept.includes("application/json") && !accept.includes("text/html")

const html = "text/html; charset=utf-8"

/** Says why there are no mails; the page goes on looking for them by itself. */
const sendFailure = (request: IncomingMessage, response: ServerResponse, failure: unknown): void => {
  const found = unforeseen(failure)
  const retryAfterSeconds = secondsOfTrouble(failure)
  if (wantsJson(request.headers.accept ?? ""))
    return answerProblem(response, found, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  if (retryAfterSeconds !== undefined) response.setHeader("retry-after", String(retryAfterSeconds))
  response.writeHead(Number(found.statusCode), { "content-type": html })
  response.end(page(`<p role="alert">${escapedText(found.message)}</p>`))
}

const send = (response: ServerResponse, type: string, body: string | Buffer) =>
  response.writeHead(200, { "content-type": type }).end(body)

/** The demo's mailbox over HTTP (docs/architecture.md#identity): a page for people, JSON for who asks for it. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** Takes a request for the mailbox and says so; leaves any other untouched. Answers 404 outside the demo and from elsewhere. */
    readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean
    /** The newest mails, newest first. */
    readonly newest: Effect.Effect<ReadonlyArray<MailboxEntry>>
  }
>()("admin-view/mail/Mailbox") {
  static readonly layer = (options: { readonly demo: boolean }) =>
    Layer.effect(
      Mailbox,
      Effect.gen(function* () {
        const { sql } = yield* Database
        const run = yield* Effect.map(Effect.context(), Effect.runPromiseWith)
        const newest =
          sql<Row>`select to_address as to, subject, text, code, at from mailbox order by id desc limit ${shown}`.pipe(
            Effect.map((rows) => rows.map((mail) => ({ ...mail, at: mail.at.toISOString() }))),
            Effect.orDie,
          )
        const serve = async (request: IncomingMessage, response: ServerResponse, path: string) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          if (!options.demo || !isLocal(request)) return response.writeHead(404).end()
          if (request.method !== "GET" && request.method !== "HEAD")
            return response.writeHead(405, { allow: "GET" }).end()
          if (path === scriptPath) return send(response, "text/javascript; charset=utf-8", script)
          const entries = await run(onConnectionsApart(newest))
          return wantsJson(request.headers.accept ?? "")
            ? send(response, "application/json", JSON.stringify(entries))
            : send(response, html, page(list(entries)))
        }
        const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
          const path = (request.url ?? "").split("?")[0] ?? ""
          if (path !== mailboxPath && path !== scriptPath) return false
          void serve(request, response, path).catch((failure: unknown) => sendFailure(request, response, failure))
          return true
        }
        return Mailbox.of({ handle, newest })
      }),
    )
}
