const steps = [1, 2, 2.5, 5, 10]

/** The round numbers of an axis from 0 to at least `most`, four or five of them; counts of people are whole. */
export const ticksOf = (most: number): ReadonlyArray<number> => {
  const rough = Math.max(most, 4) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.ceil((steps.find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step)
}
