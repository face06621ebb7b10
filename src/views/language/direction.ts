/** Which way a language is written, by its tag. */
export const directionOf = (language: string): "rtl" | "ltr" => (/^ar\b/.test(language) ? "rtl" : "ltr")
