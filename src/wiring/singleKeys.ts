import { lettersOffKey } from "#effects/storageKeys.ts"

const readStored = (): boolean => {
  try {
    return localStorage.getItem(lettersOffKey) === null
  } catch {
    return true
  }
}
let areOn: boolean | undefined

/** Whether shortcuts of single keys act, as this device remembers it; a storage that is off remembers until the page is left. */
export const singleKeys = {
  areOn: (): boolean => (areOn ??= readStored()),
  switchTo: (on: boolean): void => {
    areOn = on
    try {
      if (on) localStorage.removeItem(lettersOffKey)
      else localStorage.setItem(lettersOffKey, "true")
    } catch {
      return
    }
  },
}
