import { createContext, useContext } from "react"
import type { InterfaceLanguage } from "#schemas/interfaceLanguages.ts"
import { loginMessages, screens } from "#schemas/session/words.ts"
import spanish from "#schemas/session/words.es.json" with { type: "json" }

type Said<T> = T extends string ? string : { readonly [Key in keyof T]: Said<T[Key]> }
const english = { screens, loginMessages }
type ScreenWords = Said<typeof english>

/** What is said outside the layout. It comes with the first screen, so that this one waits for no words. */
export const screenWords: Readonly<Record<InterfaceLanguage, ScreenWords>> = { en: english, es: spanish }

export const ScreenWordsContext = createContext<ScreenWords>(english)

/** The words of the screens outside the layout, in the language of who was here last. */
export const useScreens = (): ScreenWords["screens"] => useContext(ScreenWordsContext).screens

/** What the login call's outcome says to the person: the server's own sentence where it is one of ours, in their language. */
export const useLoginMessage = (): ((said: string) => string) => {
  const words = useContext(ScreenWordsContext).loginMessages
  const ids = Object.keys(loginMessages) as ReadonlyArray<keyof typeof loginMessages>
  return (said) => {
    const id = ids.find((one) => loginMessages[one] === said)
    return id === undefined ? said : words[id]
  }
}
