/** Words of the flows page, by id (architecture §8). */
export const flowWords = {
  "flows.title": "Flows",
  "flows.lead": "Every chart of the product as it is built, and where the charts that run in this page are now.",
  "flows.charts": "Charts",
  "flows.picture": "Picture of {chart}",
  "flows.picture.hint": "The same as in the list of states; scroll to see all of it.",
  "flows.states": "States of {chart}",
  "flows.now": "now",
  "flows.leads": "{label} → {to}",
  "flows.stays": "stays",
  "flows.everywhere": "everywhere in the chart",
  "flows.running": "Running in this page",
  "flows.taken": "Last transitions",
  "flows.taken.none": "None since this page was opened.",
  "flows.taken.row": "{chart}: {event}, {from} → {to}",
} as const
