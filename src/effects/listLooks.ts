import { Option, Schema } from "effect"
import { ListLook, usualLook } from "#schemas/session/listLook.ts"
import { listLookKey } from "./storageKeys.ts"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(ListLook))

/** How lists look on this device (docs/policy.md#kept-in-the-browser); what cannot be read is as if no one chose. */
export const storedListLook = (): ListLook => {
  try {
    return Option.getOrElse(decode(localStorage.getItem(listLookKey)), () => usualLook)
  } catch {
    return usualLook
  }
}

/** Keeps it; a storage that is off keeps nothing. */
export const storeListLook = (look: ListLook): void => {
  try {
    localStorage.setItem(listLookKey, JSON.stringify(look))
  } catch {
    // It holds until the page is left.
  }
}
