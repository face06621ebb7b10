/**
 * Runs in a page: waits until nothing fades or slides any more, because before that colours
 * mean nothing. What turns for ever, such as a spinner, may go on.
 */
export const animationsEnded = async (): Promise<void> => {
  const frame = () => new Promise(requestAnimationFrame)
  const ending = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity),
      )
  // What was clicked a moment ago begins to move in the next frames.
  do {
    await frame()
    await frame()
    await Promise.allSettled(ending().map(({ finished }) => finished))
  } while (ending().length > 0)
}
