import { foundCampaign, foundPatient } from "#tests/machines/session/palette.walk.ts"
import { always, type GallerySample } from "./sample.ts"

/** The samples of the charts of session. */
export const samples: Readonly<Record<string, GallerySample>> = {
  session: {
    distinguishes: ({ value, context: { login, problem, person } }) => [
      (value as { readonly person: unknown }).person,
      [login, person, problem],
    ],
  },
  idle: { distinguishes: ({ value }) => value },
  palette: {
    readings: { things: always([foundCampaign]), patients: always([foundPatient]) },
    empty: { things: [], patients: [] },
  },
  help: { distinguishes: ({ value, context: { text } }) => [value, text] },
  operation: { distinguishes: ({ value }) => value },
}
