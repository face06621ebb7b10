const names = new Intl.DisplayNames("en", { type: "language" })

/** What a language is called in sentences of the server. */
export const languageName = (tag: string): string => names.of(tag) ?? tag
