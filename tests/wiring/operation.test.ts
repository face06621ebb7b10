import { describe, expect, it, vi } from "vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import { createActor, setup, toPromise, type PromiseActorLogic } from "xstate"
import { Renewal } from "#effects/Renewal.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { signInAgain, unreachable } from "#schemas/session/problems.ts"
import { makeOperations } from "../../src/wiring/operation.ts"
import type { Session } from "../../src/wiring/session.ts"
import { makeCharts, makeTools } from "../../src/wiring/tools.ts"
import type { ToastWords } from "../../src/wiring/toasts.ts"

/** Operations whose renewal ends as given, with what they said of themselves. */
const operationsWith = (refresh: Effect.Effect<void, Problem> = Effect.void) => {
  const toasts: Array<ToastWords> = []
  const sent: Array<unknown> = []
  const session = { send: (event: unknown) => void sent.push(event) } as unknown as Session
  const runtime = ManagedRuntime.make(Layer.succeed(Renewal, Renewal.of({ refresh }))) as never
  return { toasts, sent, ...makeOperations({ runtime, session, showToast: (toast) => void toasts.push(toast) }) }
}
type Logic<A, I> = PromiseActorLogic<A, I>
const start = <A, I>(logic: Logic<A, I>, input: I) => {
  const actor = createActor(logic, { input })
  actor.subscribe({ error: () => undefined })
  return actor.start()
}
const answerOf = <A, I>(logic: Logic<A, I>, input: I): Promise<A> => toPromise(start(logic, input))

const words = { success: "campaign.created", failure: "campaign.notCreated" } as const

describe("an operation", () => {
  it("answers, says its success by name, and is on its way only until then", async () => {
    const { operation, running, toasts } = operationsWith()
    const heard: Array<number> = []
    running.subscribe(() => heard.push(running.read().length))
    const logic = operation(
      (n: number) => Effect.succeed(n + 1),
      words,
      () => "Spring",
    )
    expect(await answerOf(logic, 1)).toBe(2)
    expect(toasts).toEqual([{ intent: "success", word: "campaign.created", values: undefined, reason: "Spring" }])
    expect([heard[0], heard.at(-1)]).toEqual([1, 0])
  })

  it("offers the operation that undoes it, with the same input, and only once it was done", async () => {
    const { operation, toasts } = operationsWith()
    const undone: Array<string> = []
    const back = operation((name: string) => Effect.sync(() => void undone.push(name)), { success: "campaign.resumed" })
    const words = { success: "campaign.paused", failure: "campaign.notChanged", undo: back } as const
    await answerOf(
      operation((_: string) => Effect.void, words),
      "Spring",
    )
    await expect(
      answerOf(
        operation((_: string) => Effect.fail(unreachable()), words),
        "Autumn",
      ),
    ).rejects.toBeDefined()
    expect(toasts.map(({ word, undo }) => [word, undo !== undefined])).toEqual([
      ["campaign.paused", true],
      ["campaign.notChanged", false],
    ])
    toasts[0]?.undo?.()
    await expect.poll(() => toasts.map(({ word }) => word)).toContain("campaign.resumed")
    expect(undone).toEqual(["Spring"])
  })

  it("rejects with its problem and says why, unless its page does", async () => {
    const { operation, toasts } = operationsWith()
    const failing = Effect.fail(problem("Queued", "It will be ready soon."))
    await expect(
      answerOf(
        operation(() => failing, words),
        null,
      ),
    ).rejects.toMatchObject({ problem: "Queued" })
    await expect(
      answerOf(
        operation(() => failing, { ...words, shownInPlace: "Queued" }),
        null,
      ),
    ).rejects.toBeDefined()
    expect(toasts.map(({ word, reason }) => [word, reason])).toEqual([
      ["campaign.notCreated", "It will be ready soon."],
    ])
  })

  it("is tried once more under the same command id after the token was renewed", async () => {
    const renewed = vi.fn<() => void>()
    const { operation, sent } = operationsWith(Effect.sync(renewed))
    const ids: Array<string> = []
    const call = (_: unknown, id: string) =>
      ids.push(id) === 1 ? Effect.fail(signInAgain()) : Effect.succeed("answered")
    expect(await answerOf(operation(call), null)).toBe("answered")
    expect([ids.length, new Set(ids).size, renewed.mock.calls.length, sent]).toEqual([2, 1, 1, []])
  })

  it.each([
    ["ends the session when no token can be had", signInAgain(), 1],
    ["ends no session when the provider cannot be reached", unreachable(), 0],
  ])("%s", async (_, refusal, ended) => {
    const { operation, sent } = operationsWith(Effect.fail(refusal))
    await expect(
      answerOf(
        operation(() => Effect.fail(signInAgain())),
        null,
      ),
    ).rejects.toEqual(refusal)
    expect(sent).toEqual(ended === 0 ? [] : [{ type: "token.lost", problem: refusal }])
  })

  it("that no one waits for any more is interrupted and says nothing", async () => {
    const { operation, running, toasts } = operationsWith()
    const interrupted = vi.fn<() => void>()
    const waiting = Effect.onInterrupt(Effect.never, () => Effect.sync(interrupted))
    const actor = start(
      operation(() => waiting, words),
      null,
    )
    expect(running.read().length).toBe(1)
    actor.stop()
    await vi.waitFor(() => expect(interrupted).toHaveBeenCalledOnce())
    expect([running.read(), toasts]).toEqual([[], []])
  })
})

describe("a page's chart", () => {
  it("is made once: a save without an answer is the same command when the page is shown again", async () => {
    const { operation } = operationsWith()
    const ids: Array<string> = []
    const charts = makeCharts(makeTools({ operation, person: () => null }))
    const makeChart = ({ operation: calling }: ReturnType<typeof makeTools>) =>
      setup({
        actors: {
          save: calling((_: unknown, id: string) => {
            ids.push(id)
            return Effect.fail(unreachable())
          }),
        },
      }).createMachine({ id: "page", invoke: { src: "save", input: "draft", onError: {} } })
    for (const shown of [1, 2]) {
      const page = createActor(charts(makeChart)).start()
      await vi.waitFor(() => expect(ids.length).toBe(shown))
      page.stop()
    }
    expect(new Set(ids).size).toBe(1)
  })
})
