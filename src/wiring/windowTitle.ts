import { useEffect } from "react"
import { productName } from "#schemas/session/words.ts"
import { announce } from "./announcer.ts"
import { intl } from "./intl.ts"

/** Titles the window and says which page is shown (docs/architecture.md#pages). */
export const showTitle = (title: string): void => {
  document.title = `${title} – ${productName}`
  announce(intl().formatMessage({ id: "shell.pageShown" }, { title }))
}

/**
 * Titles the window by the one thing that is shown, and by its page again once it is left.
 * @param name undefined while none is; never a patient's.
 */
export const useThingTitle = (name: string | undefined): void =>
  useEffect(() => {
    if (name === undefined) return undefined
    const before = document.title
    showTitle(name)
    return () => {
      document.title = before
    }
  }, [name])
