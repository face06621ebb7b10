import { createIntl, createIntlCache } from "react-intl"
import { words } from "#schemas/words.ts"

/** The interface's language: another one is another file of words (architecture §8). */
export const intl = createIntl(
  {
    locale: "en",
    messages: words,
    onError: (error) => {
      throw error
    },
  },
  createIntlCache(),
)
