import { keepLanguage, keptLanguage } from "#effects/keptLanguage.ts"
import { interfaceLanguages, type InterfaceLanguage } from "#schemas/interfaceLanguages.ts"

let chosen: InterfaceLanguage | undefined
const listeners = new Set<() => void>()

/** The language of the screens outside the layout: that of who was here last, for it stays on the device. */
export const screenLanguage = {
  read: (): InterfaceLanguage => (chosen ??= keptLanguage()),
  subscribe: (hear: () => void): (() => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  },
}

/** Says to the browser in which language the page is, and which way it is written. */
export const markPage = (language: InterfaceLanguage): void => {
  document.documentElement.lang = language
  document.documentElement.dir = interfaceLanguages[language].direction
}

/** From now on the screens speak this language. */
export const speakOnScreens = (language: InterfaceLanguage): void => {
  chosen = language
  keepLanguage(language)
  for (const hear of listeners) hear()
}
