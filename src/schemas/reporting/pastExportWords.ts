/** Words of `/report?tab=exports`, by id (docs/architecture.md#words). Texts are ICU messages. */
export const pastExportWords = {
  "pastExports.lead":
    "Files of people that were exported. Each is kept for {days, plural, one {# day} other {# days}}, and can be downloaded again as it was.",
  "pastExports.list": "Exports",
  "pastExports.empty": "No exports yet",
  "pastExports.empty.text":
    "Each file of people that someone exports from a report or a campaign appears here. It can be downloaded again for {days, plural, one {# day} other {# days}}; who took it, and when, stays here for {listed, plural, one {# day} other {# days}}.",
  "pastExports.what": "People of",
  "pastExports.whole": "All its days",
  "pastExports.days": "{from} to {to}",
  "pastExports.share":
    "{share, select, sent {Sent} delivered {Delivered} replied {Replied} optedOut {Opted out} underway {On its way} unknown {Unknown} waiting {Waiting} held {Held} failed {Failed} leftOut {Left out} other {Cancelled}}",
  "pastExports.searched": "Narrowed by a search",
  "pastExports.taken": "Taken",
  "pastExports.by": "by {name}",
  "pastExports.file": "File",
  "pastExports.type.csv": "CSV",
  "pastExports.type.xlsx": "Excel",
  "pastExports.type.txt": "Text",
  "pastExports.rows": "Rows",
  "pastExports.rows.unit": "rows",
  "pastExports.state": "State",
  "pastExports.state.kept": "Kept until {until}",
  "pastExports.state.expired": "No longer kept",
  "pastExports.state.removed": "Removed by someone",
  "pastExports.state.displaced": "Made room for newer ones",
  "pastExports.state.tooLarge": "Too large to keep",
  "pastExports.state.brokenOff": "Download broke off",
  "pastExports.state.notKept": "Could not be kept",
  "pastExports.actions": "Actions",
  "pastExports.download": "Download",
  "pastExports.download.one": "Download: {fileName}",
  "pastExports.remove": "Remove now",
  "pastExports.remove.one": "Remove now: {fileName}",
  "pastExports.remove.title": "Remove this file?",
  "pastExports.remove.text":
    "No one can download “{fileName}” again. Its line stays in this list, and copies that people have saved stay where they are.",
} as const
