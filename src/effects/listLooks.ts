import { Option, Schema } from "effect"
import { KeptLook } from "#schemas/session/listLook.ts"
import { listLookKey } from "./storageKeys.ts"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(KeptLook))

const nothingKept: KeptLook = { columns: {} }

/** How lists look on this device (docs/policy.md#kept-in-the-browser); what cannot be read is as if no one chose. */
export const storedListLook = (): KeptLook => {
  try {
    return Option.getOrElse(decode(localStorage.getItem(listLookKey)), () => nothingKept)
  } catch {
    return nothingKept
  }
}

/** Keeps it; a storage that is off keeps nothing. */
export const storeListLook = (look: KeptLook): void => {
  try {
    localStorage.setItem(listLookKey, JSON.stringify(look))
  } catch {
    // It holds until the page is left.
  }
}
