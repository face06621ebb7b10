import Bowser from "bowser"

/** By what someone signed in, as far as their browser says; `undefined` where it says nothing that is known. */
export type Device = { readonly browser: string | undefined; readonly system: string | undefined }

/** Longer ones are no browser's; the library's patterns then have nothing to work on. */
const maxLetters = 512
const nameLetters = 60

const named = (name: string | undefined): string | undefined => (name === "" ? undefined : name?.slice(0, nameLetters))

/** Reads a browser and its system from what a browser calls itself (`User-Agent`); it is shown to the person alone, never trusted. */
export const deviceOf = (userAgent: string | undefined): Device => {
  if (userAgent === undefined || userAgent === "" || userAgent.length > maxLetters)
    return { browser: undefined, system: undefined }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: named(browser.name), system: named(os.name) }
}
