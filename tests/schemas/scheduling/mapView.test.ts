import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  apart,
  canZoom,
  clustering,
  dragged,
  fitted,
  inBatches,
  marksOf,
  pixelsOf,
  plane,
  zoomed,
  type Point,
} from "#schemas/scheduling/mapView.ts"

const size = { width: 800, height: 500 }
const point = fc.record({
  x: fc.double({ min: 0, max: plane.width, noNaN: true }),
  y: fc.double({ min: 0, max: plane.height, noNaN: true }),
})
const near = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

describe("what a map shows", () => {
  it("is all of its points, whichever they are, and the whole country without any", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const view = fitted(size, points)
        for (const one of points) {
          const { x, y } = pixelsOf(view, one)
          expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2)
          expect(Math.abs(y)).toBeLessThanOrEqual(size.height / 2)
        }
      }),
    )
    const whole = fitted(size, [])
    expect(whole).toEqual({ x: plane.width / 2, y: plane.height / 2, scale: size.height / plane.height })
    expect(canZoom(size, whole, "out")).toBe(false)
  })

  it("leaves one location its surroundings", () => {
    expect(size.width / fitted(size, [{ x: 100, y: 300 }]).scale).toBeGreaterThan(100)
  })

  it("keeps what is under the pointer where it is while it is zoomed", () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 4, noNaN: true }), (around, factor) => {
        const view = { x: plane.width / 2, y: plane.height / 2, scale: 4 }
        const pointer = pixelsOf(view, around)
        const next = zoomed(size, view, factor, pointer)
        expect(near(pixelsOf(next, around), pointer)).toBeLessThan(1e-6)
      }),
    )
  })

  it("follows the hand that drags it, and stays within the country", () => {
    const view = { x: 400, y: 300, scale: 2 }
    expect(dragged(size, view, { x: 50, y: -20 })).toEqual({ x: 375, y: 310, scale: 2 })
    expect(dragged(size, view, { x: 1e6, y: 1e6 })).toMatchObject({ x: 0, y: 0 })
  })
})

describe("what is taken in one go", () => {
  it("is 2,000 at most, in their order and none twice", () => {
    const all = Array.from({ length: 4_001 }, (_, at) => at)
    expect(inBatches(all).map(({ length }) => length)).toEqual([2_000, 2_000, 1])
    expect(inBatches(all).flat()).toEqual(all)
  })
})

describe("the marks of a map", () => {
  it("hold each place once, together with those of its cell of 60 pixels, and with no other", () => {
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 60 }),
        fc.double({ min: 0.5, max: 64, noNaN: true }),
        (points, scale) => {
          const marks = marksOf(points, scale)
          expect(marks.flatMap(({ places }) => places).length).toBe(points.length)
          for (const { places } of marks)
            for (const place of places)
              expect(near(place, places[0]!) * scale).toBeLessThanOrEqual(Math.SQRT2 * clustering.grid)
          expect(new Set(marks.map(({ cell }) => cell)).size).toBe(marks.length)
        },
      ),
    )
  })

  it("stay while the map is dragged, because the grid is the map's and not the window's", () => {
    const places = [
      { x: 100, y: 100 },
      { x: 102, y: 101 },
      { x: 300, y: 200 },
    ]
    const before = marksOf(places, 3)
    expect(marksOf(places, dragged(size, { x: 200, y: 150, scale: 3 }, { x: 37, y: 11 }).scale)).toEqual(before)
  })

  it("come apart by pressing as long as a scale does it, and are listed where none does", () => {
    const together = [
      { x: 100, y: 100 },
      { x: 101.5, y: 100 },
    ]
    let view = fitted(size, [...together, { x: 900, y: 500 }])
    let presses = 0
    while (marksOf(together, view.scale).length === 1) {
      view = apart(size, view, together) ?? view
      presses += 1
      expect(presses).toBeLessThan(10)
    }
    expect(apart(size, view, [together[0]!, together[0]!])).toBeNull()
  })
})
