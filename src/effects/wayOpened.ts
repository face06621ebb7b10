/**
 * Hears when it is worth asking the server again at once: the network is back, or someone looks at the page again.
 * @returns what ends it
 */
export const onWayOpened = (hear: () => void): (() => void) => {
  const seen = (): void => {
    if (!document.hidden) hear()
  }
  addEventListener("online", hear)
  document.addEventListener("visibilitychange", seen)
  return () => {
    removeEventListener("online", hear)
    document.removeEventListener("visibilitychange", seen)
  }
}
