const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Between the marks of an axis of time, in milliseconds; a day where none is long enough. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
]

/** At most five round moments of a length of time, and how far they are apart; all in milliseconds. */
export const timeTicks = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const step = steps.find((one) => (to - from) / one <= 5) ?? 24 * hour
  const first = Math.ceil(from / step) * step
  return {
    step,
    ticks: Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step),
  }
}
