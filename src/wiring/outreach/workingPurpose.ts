import { defaultPurpose, type Purpose } from "#schemas/outreach/template.ts"

let chosen: Purpose = defaultPurpose
const listeners = new Set<() => void>()

/**
 * The purpose that someone works for: what is new on the pages of outreach begins with it. It holds until the page is
 * loaded again, because nothing of outreach is kept in the browser (docs/policy.md#kept-in-the-browser).
 */
export const workingPurpose = {
  read: (): Purpose => chosen,
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
  choose: (purpose: Purpose): void => {
    chosen = purpose
    for (const hear of listeners) hear()
  },
}
