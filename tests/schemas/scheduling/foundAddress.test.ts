import { expect, it } from "vitest"
import { foundAddress } from "#schemas/scheduling/foundAddress.ts"

const part = (type: string, longText: string, shortText = longText) => ({
  types: [type, "political"],
  longText,
  shortText,
})

it("an address that was found fills in its fields, the state and the country by their letters", () => {
  const parts = [
    part("street_number", "300"),
    part("route", "Mission Street"),
    part("locality", "San Francisco", "SF"),
    part("administrative_area_level_1", "California", "CA"),
    part("postal_code", "94105"),
    part("country", "United States", "US"),
  ]
  expect(foundAddress(parts, { latitude: 37.79, longitude: -122.4 })).toEqual({
    ...{ line1: "300 Mission Street", city: "San Francisco", state: "CA", zip: "94105", country: "US" },
    ...{ latitude: 37.79, longitude: -122.4 },
  })
})

it("what the service does not say of an address is left to be filled in", () => {
  expect(
    foundAddress(
      [part("route", "Broadway"), part("postal_town", "Leeds"), part("country", "United Kingdom", "GB")],
      null,
    ),
  ).toEqual({
    ...{ line1: "Broadway", city: "Leeds", state: "", zip: "", country: "GB" },
    ...{ latitude: null, longitude: null },
  })
})
