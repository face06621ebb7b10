/** Words of the picture of a chart, by id (docs/architecture.md#words). */
export const pictureWords = {
  "flows.zoom": "Size of the picture",
  "flows.zoom.out": "Farther",
  "flows.zoom.in": "Nearer",
  "flows.zoom.fit": "All of it",
  "flows.zoom.actual": "True size",
  "flows.zoom.percent": "{percent} %",
} as const
