import { Context, Effect, Layer } from "effect"
import nodemailer from "nodemailer"
import { problem, type Problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"

/** One mail as text; `code` repeats a sign-in code in it, for the demo's mailbox. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly code?: string }

/** An SMTP address, `smtp://user:password@host:port`, and the sender of all mails. */
export type SmtpOptions = { readonly url: string; readonly from: string }

/** How long a mail server may take to each step, in milliseconds: people wait for it. */
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 } as const

/** The address of an SMTP server with our patience, where it names none of its own. */
const withPatience = (address: string): string => {
  const url = new URL(address)
  for (const [name, millis] of Object.entries(patience))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(millis))
  return url.href
}

/** So many mails the demo's mailbox keeps. */
const kept = 200

const notSent = () => problem("Unavailable", "The mail could not be sent. Please try again in a minute.")

/** Sends mail; the two layers are the real thing and the demo's mailbox (docs/architecture.md#identity). */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Fails with `Unavailable` when the mail could not be handed over. Neither address nor text is logged. */
    readonly send: (mail: Mail) => Effect.Effect<void, Problem>
  }
>()("admin-view/mail/Mailer") {
  /** Hands mails to an SMTP server, encrypted wherever it offers that. */
  static readonly smtp = (options: SmtpOptions) =>
    Layer.effect(
      Mailer,
      Effect.gen(function* () {
        const transport = yield* Effect.acquireRelease(
          Effect.sync(() => nodemailer.createTransport(withPatience(options.url))),
          (open) => Effect.sync(() => open.close()),
        )
        const send = Effect.fn("Mailer.send")(function* ({ to, subject, text }: Mail) {
          yield* Effect.tryPromise({
            try: () => transport.sendMail({ from: options.from, to, subject, text }),
            catch: (error) => error,
          }).pipe(
            Effect.tapError((error) =>
              Effect.logWarning("A mail could not be sent").pipe(
                Effect.annotateLogs({
                  failure: error instanceof Error && "code" in error ? String(error.code) : "unknown",
                }),
              ),
            ),
            Effect.mapError(notSent),
          )
        })
        return Mailer.of({ send })
      }),
    )

  /**
   * Puts mails into the table behind `/dev/mailbox`.
   * @param realTime the real world's time in milliseconds: a mail leaves the
   * product, so its stamp does not follow the demo clock
   */
  static readonly mailbox = (realTime: () => number) =>
    Layer.effect(
      Mailer,
      Effect.gen(function* () {
        const { sql } = yield* Database
        const send = Effect.fn("Mailer.send")(function* ({ to, subject, text, code }: Mail) {
          const at = new Date(realTime()).toISOString()
          yield* sql`insert into mailbox (to_address, subject, text, code, at)
                     values (${to}, ${subject}, ${text}, ${code ?? null}, ${at}::timestamptz)`
          yield* sql`delete from mailbox where id <= (select max(id) from mailbox) - ${kept}`
        }, Effect.orDie)
        return Mailer.of({ send })
      }),
    )
}
