/** What the server answered to `GET /auth-config.json`, as it came. */
export type SettingsAnswer = {
  readonly ok: boolean
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

const ask = async (): Promise<SettingsAnswer> => {
  const answered = await fetch("/auth-config.json", { headers: { accept: "application/json" } })
  const { ok, status, headers } = answered
  return { ok, status, retryAfter: headers.get("retry-after"), body: await answered.text() }
}

let asked: Promise<SettingsAnswer> | null = null

/** Has the next who needs them ask again: what came were no settings of ours. */
export const clearSettings = (): void => void (asked = null)

/**
 * The settings of the server, asked for once for all who need them, and again after an answer that was none; rejects
 * as `fetch` does. It stands on nothing but the browser, because the sign-in screen shows before the libraries come.
 */
export const askSettings = (): Promise<SettingsAnswer> => {
  asked ??= ask()
  asked.then(({ ok }) => ok || clearSettings(), clearSettings)
  return asked
}
