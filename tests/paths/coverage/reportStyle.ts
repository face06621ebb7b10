/** How the report looks: colours mean who took a transition, and a word says it too. */
export const style = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2127; --soft: #5f6b7c; --line: #d3d8de; --all: #165a36; --some: #184a90; --paths: #6b4a00; --none: #a82a2a; --tint: #f6f7f9; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c2127; --ink: #f6f7f9; --soft: #abb3bf; --line: #404854; --all: #72ca9b; --some: #8abbff; --paths: #fbd065; --none: #fa999c; --tint: #252a31; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 1200px; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 28px; } h2 { font-size: 21px; margin: 40px 0 8px; } h3 { font-size: 16px; margin: 24px 0 4px; }
p { max-width: 70ch; } a { color: var(--some); } code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } .scroll:focus-visible, a:focus-visible, summary:focus-visible, button:focus-visible, label:has(:focus-visible) { outline: 2px solid var(--some); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: 4px 10px 4px 0; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; } td.count { white-space: nowrap; font-variant-numeric: tabular-nums; }
.all .mark { color: var(--all); } .some .mark { color: var(--some); } .paths .mark { color: var(--paths); } .none .mark { color: var(--none); }
tr.all td:first-child, tr.some td:first-child, tr.paths td:first-child, tr.none td:first-child { border-left: 4px solid; padding-left: 8px; }
tr.all td:first-child { border-left-color: var(--all); } tr.some td:first-child { border-left-color: var(--some); } tr.paths td:first-child { border-left-color: var(--paths); } tr.none td:first-child { border-left-color: var(--none); }
.picture { max-height: 70vh; overflow: auto; border: 1px solid var(--line); border-radius: 4px; padding: 8px; } .picture svg { display: block; margin: 0 auto; } .picture:not(.full) svg { width: auto; max-width: 100%; height: auto; max-height: 66vh; } button.size { font: inherit; color: var(--ink); background: var(--tint); border: 1px solid var(--soft); border-radius: 4px; padding: 2px 10px; cursor: pointer; } button.size[aria-pressed=true] { border-color: var(--some); color: var(--some); }
.picture .label.all * { color: var(--all) !important; fill: var(--all) !important; } .picture .label.some * { color: var(--some) !important; fill: var(--some) !important; } .picture .label.paths * { color: var(--paths) !important; fill: var(--paths) !important; } .picture .label.none * { color: var(--none) !important; fill: var(--none) !important; }
.picture path.all { stroke: var(--all) !important; stroke-width: 2px !important; } .picture path.some { stroke: var(--some) !important; stroke-width: 2px !important; } .picture path.paths { stroke: var(--paths) !important; stroke-width: 2px !important; stroke-dasharray: 6 3 !important; } .picture path.none { stroke: var(--none) !important; stroke-width: 2px !important; stroke-dasharray: 2 3 !important; }
.picture g.all > :is(rect, path, g > rect) { stroke: var(--all) !important; } .picture g.some > :is(rect, path, g > rect) { stroke: var(--some) !important; } .picture g.paths > :is(rect, path, g > rect) { stroke: var(--paths) !important; } .picture g.none > :is(rect, path, g > rect) { stroke: var(--none) !important; }
.mark { font-weight: 600; white-space: nowrap; } .caption { color: var(--soft); } .nested { margin-left: 20px; } .nested .nested { margin-left: 20px; }
ul.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 24px; } details { margin: 8px 0; }
body:has(#untaken:checked) tr:is(.all, .some), body:has(#untaken:checked) section.state:not(:has(tr.paths, tr.none)) > :is(h3, p, .scroll), body:has(#untaken:checked) article:not(:has(tr.paths, tr.none)) { display: none; }
`
