/** The languages that the interface speaks: how each names itself, and which way it is written. */
export const interfaceLanguages = {
  en: { name: "English", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
} as const
export type InterfaceLanguage = keyof typeof interfaceLanguages

export const isInterfaceLanguage = (tag: unknown): tag is InterfaceLanguage =>
  typeof tag === "string" && Object.hasOwn(interfaceLanguages, tag)
