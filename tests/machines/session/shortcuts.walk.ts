import { shortcutsMachine } from "#machines/session/shortcuts.machine.ts"
import { keys } from "#schemas/session/keys.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const pressed = (key: string, place: string | null = null, fresh: string | null = null) => ({
  type: "key.pressed",
  isGo: key === keys.go,
  isList: key === keys.list,
  place,
  fresh,
})

const events = [
  pressed("g"),
  pressed("?"),
  pressed("n", null, "/campaign?new="),
  pressed("h", "/dashboard"),
  pressed("z"),
  { type: "letters.switched" },
  { type: "list.opened" },
  { type: "list.closed" },
]

/** Everything that can happen to the shortcuts on a device that knows of no switch. */
export const shortcutsWalk: ChartWalk = { machine: shortcutsMachine, input: { letters: true }, events }

/** The same where single keys were switched off. */
export const shortcutsOffWalk: ChartWalk = { machine: shortcutsMachine, input: { letters: false }, events }
