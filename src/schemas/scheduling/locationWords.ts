/** The words of locations, by id. */
export const locationWords = {
  "activity.kind.location": "Locations",
} as const
