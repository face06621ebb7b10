import { describe, expect, it } from "vitest"
import {
  campaignsMachine,
  isLaunchConfirmed,
  typedConfirmationAbove,
  type CampaignsSnapshot,
} from "#machines/outreach/campaigns.machine.ts"
import { campaignsWalk } from "./campaigns.walk.ts"
import { pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(campaignsMachine, campaignsWalk)

describe("the campaigns chart", () => {
  it("launches only after a dry run with somebody in it, and a large number only when it was typed", () => {
    const launching = (walk.states as ReadonlyArray<CampaignsSnapshot>).filter((snapshot) =>
      snapshot.matches("launching"),
    )
    expect(launching.map(({ context }) => context.check?.eligible).sort()).toEqual(expect.arrayContaining([10, 1235]))
    for (const snapshot of launching) {
      const eligible = snapshot.context.check?.eligible ?? 0
      expect(isLaunchConfirmed(snapshot)).toBe(true)
      expect(eligible).toBeGreaterThan(0)
      if (eligible > typedConfirmationAbove) expect(snapshot.context.typed).toBe("1,235")
    }
  })

  it("cancels and deletes only what was confirmed", () => {
    for (const { events, snapshot } of walk.paths) {
      if (!snapshot.matches("cancelling") && !snapshot.matches("deleting")) continue
      expect(events.at(-1)?.type).toBe("confirm.pressed")
    }
    expect(walk.states.some((snapshot) => snapshot.matches("cancelling"))).toBe(true)
  })
})
