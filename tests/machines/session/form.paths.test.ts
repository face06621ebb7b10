import { describe, expect, it } from "vitest"
import { assign, createActor, type AnyEventObject } from "xstate"
import { formMachine, losesChanges, type FormInput, type FormSnapshot } from "#machines/session/form.machine.ts"
import { problem } from "#schemas/problem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { formWalk } from "./form.walk.ts"

const walk = pathsOf(formWalk.machine, formWalk)

describe("the form chart", () => {
  it("submits only values without errors, and loses none when submitting fails", () => {
    const withServer = walk.states.filter(
      (snapshot) =>
        snapshot.matches({ open: { work: "submitting" } }) || snapshot.context.problem?.problem === "Unreachable",
    )
    expect(withServer.length).toBeGreaterThan(1)
    for (const { context } of withServer) expect(["Ada", "Eve"]).toContain(context.values.name)
  })

  it("saves over what someone else saved only in the version that was shown, or takes theirs as its beginning", () => {
    const after = (type: string) =>
      walk.paths.flatMap(({ steps }) =>
        steps.flatMap((step, index) =>
          step.event.type === type ? [{ ...step, before: steps[index - 1]?.snapshot }] : [],
        ),
      )
    const over = after("overwrite.pressed").filter(
      ({ before }) => before !== undefined && before.context.theirs !== null,
    )
    expect(over.length).toBeGreaterThan(0)
    for (const { snapshot } of over) expect(snapshot.context.values).toEqual({ name: "Ada", streamVersion: 8 })
    const taken = after("theirs.pressed").filter(({ before }) => before !== undefined && before.context.theirs !== null)
    expect(taken.length).toBeGreaterThan(0)
    for (const { snapshot } of taken) {
      expect(snapshot.matches({ open: { work: "editing" } })).toBe(true)
      expect(snapshot.context.values).toEqual({ name: "Eve", streamVersion: 8 })
      expect(snapshot.context.initial).toEqual(snapshot.context.values)
    }
  })

  it("ends with the server's answer, or says that it was discarded", () => {
    const ended = walk.states.filter(({ status }) => status === "done").map(({ output }) => output)
    expect(ended).toContainEqual({ discarded: false, left: null, value: { id: 7 } })
    expect(ended).toContainEqual({ discarded: true, left: null, value: null })
  })
})

describe("a field that another one makes wrong", () => {
  const isMissing = ({ when, on }: Readonly<Record<string, unknown>>) => when === "later" && on === ""
  const machine = formMachine.provide({
    guards: { isValid: ({ context }) => !isMissing(context.values) },
    actions: {
      validate: assign(({ context }) => ({
        errors: isMissing(context.values) ? [{ field: "on", message: "Enter a date." }] : [],
      })),
    },
  })

  it("shows its error when the form is sent, not while the other one is filled in", () => {
    const form = createActor(machine, { input: { values: { when: "later", on: "" } } }).start()
    form.send({ type: "submit.pressed" })
    expect(form.getSnapshot().context.touched).toHaveProperty("on")
    form.send({ type: "field.changed", field: "when", value: "now" })
    form.send({ type: "field.changed", field: "when", value: "later" })
    expect(form.getSnapshot().context.errors).toHaveLength(1)
    expect(form.getSnapshot().context.touched).not.toHaveProperty("on")
    form.send({ type: "submit.pressed" })
    expect(form.getSnapshot().context.touched).toHaveProperty("on")
  })
})

describe("leaving a form", () => {
  const input: FormInput = { values: { name: "" } }
  const typed = { type: "field.changed", field: "name", value: "Ada" }
  const asked = { type: "leave.asked", to: "/sms" }
  const staying = { type: "leave.cancelled" }
  const going = { type: "leave.confirmed" }
  const submitted = { type: "submit.pressed" }
  const stale = {
    type: "xstate.error.actor.submit",
    error: problem("StaleVersion", "Someone changed this first."),
    actorId: "submit",
  }
  const read = { type: "xstate.done.actor.theirs", output: { name: "Eve" }, actorId: "theirs" }
  const formAfter = (events: ReadonlyArray<AnyEventObject>, opened: FormInput = input) =>
    after(formMachine, events, opened) as unknown as FormSnapshot

  it("is asked about where changes would be lost, and only there", () => {
    const asking = walk.paths
      .flatMap(({ steps }) => steps.map((step, index) => ({ ...step, before: steps[index - 1]?.snapshot })))
      .filter(({ event, before }) => event.type === "leave.asked" && before?.matches({ open: { leaving: "staying" } }))
    const isAsked = asking.map(({ snapshot }) => snapshot.matches({ open: { leaving: "asking" } }))
    expect(new Set(isAsked)).toEqual(new Set([true, false]))
    for (const { before, snapshot } of asking) {
      expect(snapshot.matches({ open: { leaving: "asking" } })).toBe(losesChanges(before as FormSnapshot))
      if (!losesChanges(before as FormSnapshot)) expect(snapshot.value).toBe("left")
    }
  })

  it("happens at once without changes, after they were taken back, and where nothing is guarded", () => {
    const at = (events: ReadonlyArray<AnyEventObject>, opened?: FormInput) => formAfter([...events, asked], opened)
    for (const { value, output } of [
      at([]),
      at([typed, { ...typed, value: "" }]),
      at([typed], { ...input, isGuarded: false }),
    ]) {
      expect(value).toBe("left")
      expect(output).toEqual({ discarded: true, left: "/sms", value: null })
    }
    expect(at([typed]).status).toBe("active")
  })

  it("is asked about of a form that opens again with changes", () => {
    const again: FormInput = { initial: { name: "" }, values: { name: "Ada" } }
    expect(losesChanges(formAfter([], again))).toBe(true)
    expect(formAfter([asked], again).matches({ open: { leaving: "asking" } })).toBe(true)
  })

  it("goes to the address asked for last, once it is confirmed and not before", () => {
    const asking = formAfter([typed, asked, { ...asked, to: "/report" }])
    expect([asking.status, losesChanges(asking)]).toEqual(["active", true])
    const left = formAfter([typed, asked, { ...asked, to: "/report" }, going])
    expect(left.output).toEqual({ discarded: true, left: "/report", value: null })
    expect(losesChanges(left)).toBe(false)
  })

  it.each([
    ["editing", [typed]],
    ["submitting", [typed, submitted]],
    ["a conflict", [typed, submitted, stale, read]],
  ] as const)("goes back to where it was when the person stays: %s", (_, events) => {
    const before = formAfter(events)
    const stayed = formAfter([...events, asked, staying])
    expect(formAfter([...events, asked]).matches({ open: { leaving: "asking" } })).toBe(true)
    expect(stayed.value).toEqual(before.value)
    expect(stayed.context).toEqual(before.context)
  })

  it("is no longer asked about once the server has what was written", () => {
    const saved = { type: "xstate.done.actor.submit", output: { id: 7 }, actorId: "submit" }
    const accepted = formAfter([typed, submitted, asked, saved])
    expect(accepted.output).toEqual({ discarded: false, left: null, value: { id: 7 } })
    expect(losesChanges(accepted)).toBe(false)
  })

  it("loses nothing for the person who took what someone else had saved, but what was written after it", () => {
    const taken = [typed, submitted, stale, read, { type: "theirs.pressed" }]
    expect(losesChanges(formAfter(taken.slice(0, -1)))).toBe(true)
    expect(losesChanges(formAfter(taken))).toBe(false)
    expect(losesChanges(formAfter([...taken, typed]))).toBe(true)
  })
})
