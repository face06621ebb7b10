import { paletteMachine } from "#machines/session/palette.machine.ts"
import type { FoundThing } from "#schemas/session/palette.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** A campaign as it is found. */
export const foundCampaign: FoundThing = {
  kind: "campaign",
  id: "c3k9",
  name: "Flu shots, Nov 19",
  note: { word: "campaign.state.running" },
  href: "/campaign?id=c3k9",
}

/** A patient as they are found. */
export const foundPatient: FoundThing = {
  kind: "patient",
  id: "p1",
  name: "Maria Lopez",
  note: { text: "+14155550100" },
  href: "/database",
  lookedFor: "+14155550100",
}

/** Everything that can happen to the palette. */
export const paletteWalk: ChartWalk = {
  machine: paletteMachine,
  events: [
    { type: "palette.opened" },
    { type: "palette.closed" },
    { type: "text.changed", text: "new" },
    { type: "option.pointed", at: 1 },
    { type: "thing.chosen", thing: foundCampaign },
    { type: "address.chosen", href: "/dashboard" },
    { type: "patients.pressed" },
    { type: "back.pressed" },
  ],
  key: ({ context }) => [context.typed, context.at, context.recent.length],
}
