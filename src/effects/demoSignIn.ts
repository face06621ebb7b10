import type { DemoSignIn } from "#schemas/session/authConfig.ts"
import { unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import { askSettings } from "./settings.ts"

/** The demo's accounts, or null outside the demo; rejects with a Problem. */
export const readDemoSignIn = async (): Promise<DemoSignIn | null> => {
  const { ok, body } = await askSettings().catch(() => {
    throw unreachable()
  })
  if (!ok) throw unexpectedAnswer()
  const { demo } = JSON.parse(body) as { readonly demo?: DemoSignIn }
  return demo ?? null
}
