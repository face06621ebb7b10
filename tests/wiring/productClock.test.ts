import { afterEach, expect, it } from "vitest"
import { noteOffset, onNewDay, productDay } from "../../src/wiring/productClock.ts"

const day = 86_400_000
afterEach(() => noteOffset(0))

it("is heard once of another day, when the demo clock is moved to it or is known only then", () => {
  let heard = 0
  const end = onNewDay("America/New_York", () => (heard += 1))
  const before = productDay("America/New_York")
  noteOffset(3 * day)
  expect(Date.parse(productDay("America/New_York")) - Date.parse(before)).toBe(3 * day)
  noteOffset(3 * day + 1)
  expect(heard).toBe(1)
  end()
  noteOffset(5 * day)
  expect(heard).toBe(1)
})
