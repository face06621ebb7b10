import type { DemoSignIn } from "#schemas/session/authConfig.ts"
import { unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"

/**
 * The demo's accounts, or null outside the demo; rejects with a Problem. It stands on nothing but the browser,
 * because the sign-in screen shows before the libraries of the inside are loaded.
 */
export const readDemoSignIn = async (signal: AbortSignal): Promise<DemoSignIn | null> => {
  const answered = await fetch("/auth-config.json", { headers: { accept: "application/json" }, signal }).catch(() => {
    throw unreachable()
  })
  if (!answered.ok) throw unexpectedAnswer()
  const { demo } = (await answered.json()) as { readonly demo?: DemoSignIn }
  return demo ?? null
}
