type Mail = { readonly to: string; readonly code: string | null; readonly text: string }

/** The newest mail of a kind to someone, read where a newcomer reads it: what people are told of comes by mail too. */
const newestTo = async (origin: string, email: string, isMeant: (mail: Mail) => boolean): Promise<Mail> => {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: "application/json" } })
  const mails = (await answer.json()) as ReadonlyArray<Mail>
  const found = mails.find((mail) => mail.to === email && isMeant(mail))
  if (found === undefined) throw new Error(`No mail to ${email}.`)
  return found
}

/** The newest code that was mailed to someone. */
export const mailedCode = async (origin: string, email: string): Promise<string> =>
  (await newestTo(origin, email, ({ code }) => code !== null)).code ?? ""

const secretLink = /^https?:\/\/\S+#\S+$/m

/** The link in the newest mail to someone. */
export const mailedLink = async (origin: string, email: string): Promise<string> =>
  secretLink.exec((await newestTo(origin, email, ({ text }) => secretLink.test(text))).text)?.[0] ?? ""
