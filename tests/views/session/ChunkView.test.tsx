import { describe, expect, it } from "vitest"
import { chunkMachine, type ChunkEvent, type ChunkSnapshot } from "#machines/session/chunk.machine.ts"
import { screens } from "#schemas/session/words.ts"
import { ChunkView } from "#views/session/ChunkView.tsx"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const show = async (snapshot: ChunkSnapshot, within: boolean, dark = false) => {
  const { sent, send } = recorder<ChunkEvent>()
  const rendered = await render(<ChunkView snapshot={snapshot} send={send} within={within} />, { dark })
  return { ...rendered, sent }
}

const machine = chunkMachine.provide({ guards: { mayReload: () => true } })
const { states } = pathsOf(machine, {
  events: [{ type: "chunk.requested" }, { type: "retry.pressed" }],
  outcomes: {
    load: [{ error: "gone" }],
    retry: [{ error: "gone" }],
    reach: [{ output: undefined }, { error: "gone" }],
  },
})
const shown = [...new Map(states.map((snapshot) => [String(snapshot.value), snapshot])).values()]
const failed = after(chunkMachine, [
  { type: "xstate.error.actor.load", error: "gone", actorId: "load" },
]) as ChunkSnapshot

describe("what stands in the place of missing code", () => {
  it.each(
    shown.flatMap((snapshot) =>
      [false, true].map((within) => [titleOf({ events: [], snapshot }), within, snapshot] as const),
    ),
  )("keeps the promise of %s (inside the layout: %s)", async (_, within, snapshot) => {
    const { container } = await show(snapshot as ChunkSnapshot, within)
    const [promise] = Object.values(snapshot.getMeta()) as ReadonlyArray<{ heading: string; actions: Array<string> }>
    expect(textOf(container)).toContain(promise?.heading)
    expect([...container.querySelectorAll("button, a[href]")].map(textOf)).toEqual(promise?.actions)
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says what happened, leads home and tries again, in the %s", async (_, dark) => {
    const { container, sent } = await show(failed, true, dark)
    expect(textOf(container)).toContain(screens.chunk.text)
    expect(container.querySelector('a[href="/dashboard"]')).not.toBeNull()
    expect(document.activeElement?.tagName).toBe("H1")
    await press(screens.chunk.retry, container)
    expect(sent).toEqual([{ type: "retry.pressed" }])
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
