/** Words of the inspector, by id (docs/architecture.md#words). */
export const inspectorWords = {
  "inspecting.strip":
    "Inspected: this tab tells an inspector in this browser what its charts do. What could be personal is masked.",
  "inspecting.strip.names":
    "Inspected: this tab tells Stately’s inspector the names of events and states, and nothing they carry.",
  "inspecting.open": "Open the inspector",
  "inspector.title": "Inspector",
  "inspector.lead":
    "What the charts of another tab do. That tab sends it, and it leaves this browser only if you say so.",
  "inspector.waiting": "No tab has sent anything yet",
  "inspector.waiting.text":
    "Open a page of the product in another tab with ?inspect at the end of its address, and leave this tab open.",
  "inspector.charts": "Charts",
  "inspector.ended": "ended",
  "inspector.picture": "Picture of {chart}",
  "inspector.states": "It is in {states}.",
  "inspector.heard": "What it heard",
  "inspector.heard.none": "Nothing yet.",
  "inspector.context": "What it remembers",
  "inspector.stately": "Open Stately’s inspector",
  "inspector.stately.text":
    "This opens a page of stately.ai, and tells it the charts and the names of their events and states.",
  "inspector.stately.opened": "Stately’s inspector hears what happens. Close its window to end that.",
  "inspector.stately.blocked": "The browser did not open the window. Allow windows of this page, then try again.",
} as const
