import { isInterfaceLanguage, type InterfaceLanguage } from "#schemas/interfaceLanguages.ts"
import { languageKey } from "./storageKeys.ts"

/** The language that was last spoken on this device (docs/policy.md#kept-in-the-browser); English where none was. */
export const keptLanguage = (): InterfaceLanguage => {
  try {
    const kept = localStorage.getItem(languageKey)
    return isInterfaceLanguage(kept) ? kept : "en"
  } catch {
    return "en"
  }
}

/** Keeps it for who comes next, English as nothing; a storage that is off keeps nothing. */
export const keepLanguage = (language: InterfaceLanguage): void => {
  try {
    if (language === "en") localStorage.removeItem(languageKey)
    else localStorage.setItem(languageKey, language)
  } catch {
    // It holds until the page is left.
  }
}
