type Mail = { readonly to: string; readonly code: string; readonly text: string }

/** The newest mail to someone, read where a newcomer reads it. */
const newestTo = async (origin: string, email: string): Promise<Mail> => {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: "application/json" } })
  const mails = (await answer.json()) as ReadonlyArray<Mail>
  const found = mails.find(({ to }) => to === email)
  if (found === undefined) throw new Error(`No mail to ${email}.`)
  return found
}

/** The newest code that was mailed to someone. */
export const mailedCode = async (origin: string, email: string): Promise<string> => (await newestTo(origin, email)).code

/** The link in the newest mail to someone. */
export const mailedLink = async (origin: string, email: string): Promise<string> =>
  /^https?:\/\/\S+$/m.exec((await newestTo(origin, email)).text)?.[0] ?? ""
