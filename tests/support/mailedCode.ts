/** The newest code that was mailed to someone, read where a newcomer reads it. */
export const mailedCode = async (origin: string, email: string): Promise<string> => {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: "application/json" } })
  const mails = (await answer.json()) as ReadonlyArray<{ readonly to: string; readonly code: string }>
  const found = mails.find(({ to }) => to === email)
  if (found === undefined) throw new Error(`No mail to ${email}.`)
  return found.code
}
