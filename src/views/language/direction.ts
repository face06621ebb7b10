import type { LanguageTag } from "#schemas/administration/companyDraft.ts"

/** Which way a language is written. */
export const directionOf = (language: LanguageTag): "rtl" | "ltr" => (language === "ar" ? "rtl" : "ltr")
