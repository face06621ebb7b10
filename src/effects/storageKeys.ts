/** Where the specification keeps the token (docs/policy.md#kept-in-the-browser). */
export const tokenKey = "token"
/** That this tab left for the identity provider. */
export const pendingKey = "signInPending"
/** Under which the time of the last activity is kept, so that every tab knows it. */
export const lastActivityKey = "lastActivity"
/** That the session ends because the account is locked; the other tabs hear it before they hear that the token is gone. */
export const lockedKey = "accountLocked"
/** The public id of the company a Super Admin works for. */
export const actingKey = "actingCompany"
/** Where the person wanted to go before they were sent to sign in. */
export const returnPathKey = "wantedPath"
/** State of pages that a reload keeps. */
export const persistedKey = "keptState"
/** How lists look on this device: it is no one's, so it stays when the session ends. */
export const listLookKey = "listLook"
/** The language that was last spoken on this device; it stays as well. */
export const languageKey = "language"
/** That shortcuts of single keys are off on this device. */
export const lettersOffKey = "singleKeysOff"
/** What is kept of a signed-in person besides, under the specification's names. */
export const personKeys = [
  "userName",
  "companyName",
  "displayName",
  "roles",
  "userType",
  "companyId",
  "authenticated",
] as const

const attempt = (run: () => void): void => {
  try {
    run()
  } catch {
    // A storage that is off keeps nothing.
  }
}

/** Says to the other tabs why the session ends; it stands until what is ours is removed. */
export const markLocked = (): void => attempt(() => localStorage.setItem(lockedKey, "true"))

const isLibraryKey = (key: string): boolean => key.startsWith("msal.")

/** Removes what is ours of a session from both storages, the way the person wanted to go with it: who signs in next has their own. */
export const removeOwn = (): void => {
  removeLeftover()
  attempt(() => sessionStorage.removeItem(returnPathKey))
}

/** The same for someone who has not signed in yet: where they want to go stays. */
export const removeLeftover = (): void => {
  for (const key of [tokenKey, lastActivityKey, actingKey, ...personKeys, lockedKey])
    attempt(() => localStorage.removeItem(key))
  for (const key of [pendingKey, persistedKey]) attempt(() => sessionStorage.removeItem(key))
}

/** Removes what the sign-in library keeps, in both storages. */
export const removeLibraryState = (): void => {
  for (const open of [() => localStorage, () => sessionStorage]) {
    attempt(() => {
      const storage = open()
      for (const key of Object.keys(storage).filter(isLibraryKey)) storage.removeItem(key)
    })
  }
}
