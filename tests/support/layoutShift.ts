/** In the page: how much of it moved since it was loaded, as Lighthouse counts it. */
export const shiftSoFar = (): Promise<number> =>
  new Promise((resolve) => {
    const seen = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as ReadonlyArray<PerformanceEntry & { readonly value?: number }>
      resolve(shifts.reduce((sum, { value = 0 }) => sum + value, 0))
    })
    // A page that never moved reports nothing: the first paint is asked for too, so that an answer comes.
    seen.observe({ type: "layout-shift", buffered: true })
    seen.observe({ type: "paint", buffered: true })
  })
