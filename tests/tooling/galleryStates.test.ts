import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { createMachine, type AnyStateMachine, type AnyStateNode } from "xstate"
import { innermost } from "#machines/outline.ts"
import type { GalleryFile } from "#schemas/administration/gallery.ts"

const read = <A>(file: string): A => JSON.parse(readFileSync(file, "utf8")) as A
const galleries = globSync("docs/flows/*/*.states.json").map((file) => {
  const machine: AnyStateMachine = createMachine(read<never>(file.replace(".states.json", ".json")))
  return [machine.id, machine, read<GalleryFile>(file)] as const
})

/** The innermost states under a state; those that hold others are never in force alone. */
const leavesOf = (node: AnyStateNode): ReadonlyArray<AnyStateNode> => {
  const children = Object.values(node.states)
  return children.length === 0 ? [node] : children.flatMap(leavesOf)
}

describe("the gallery", () => {
  it.each(galleries)("shows every state of %s but those that are left at once", (_, machine, { states }) => {
    const shown = new Set(states.flatMap(({ snapshot }) => innermost(snapshot.value as never)))
    const all = leavesOf(machine.root).filter(({ always }) => (always ?? []).length === 0)
    expect(all.length).toBeGreaterThan(0)
    expect(all.map(({ path }) => path.join(".")).filter((path) => !shown.has(path))).toEqual([])
  })
})
