import { chunk, codeOf, preloadChunk } from "./chunks.ts"
import { screenLanguage, speakOnScreens } from "./screenLanguage.ts"
import type { Session } from "./session.ts"
import { speak } from "./spokenLanguage.ts"
import type { ToastWords } from "./toasts.ts"

/** The languages other than English, each in a file that is loaded for those who read it. */
const translations = { es: chunk(() => import("./spanish.ts").then(({ spanish }) => spanish), { reloads: false }) }

/**
 * Speaks the language of the person who is signed in. Until its words are here, what is drawn stays as it is; where
 * they do not come, the interface speaks English and says so.
 */
export const followLanguage = (session: Session, showToast: (toast: ToastWords) => void): void => {
  const kept = screenLanguage.read()
  if (kept !== "en") preloadChunk(translations[kept])
  let asked = ""
  session.subscribe(({ context: { person } }) => {
    const language = person?.preferences.language
    if (language === undefined || language === asked) return
    asked = language
    speakOnScreens(language)
    if (language === "en") return speak("en")
    void codeOf(translations[language]).then(
      (translation) => asked === language && speak(language, translation),
      () => {
        if (asked !== language) return
        speak("en")
        showToast({ intent: "none", word: "shell.noTranslation" })
      },
    )
  })
}
