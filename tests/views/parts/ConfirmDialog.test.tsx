import { usualPreferences } from "#schemas/preferences.ts"
import { Button } from "@blueprintjs/core"
import { useSelector } from "@xstate/react"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { userEvent } from "vitest/browser"
import { assign, createActor, setup } from "xstate"
import { Layout } from "#views/layout/Layout.tsx"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const deletion = setup({
  types: {
    context: {} as { readonly asked: number },
    events: {} as { readonly type: "ask" | "confirm" | "cancel" | "finish" },
  },
}).createMachine({
  context: { asked: 0 },
  initial: "closed",
  states: {
    closed: { on: { ask: { target: "asking", actions: assign({ asked: ({ context }) => context.asked + 1 }) } } },
    asking: {
      on: {
        confirm: "deleting",
        cancel: "closed",
      },
    },
    deleting: { on: { finish: "closed" } },
  },
})

const person = {
  userId: UserId.make(3),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Winters",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1, 3],
} as const

const show = async (options: { readonly dark?: boolean; readonly native?: boolean } = {}) => {
  const actor = createActor(deletion).start()
  const answers: Array<string> = []
  const ask = () => actor.send({ type: "ask" })
  const answer = (type: "cancel" | "confirm") => {
    answers.push(type)
    actor.send({ type })
  }
  const Page = () => {
    const snapshot = useSelector(actor, (seen) => seen)
    return (
      <Layout
        person={person}
        path="/sms"
        past={0}
        unread={0}
        onNotifications={() => undefined}
        onSearch={() => undefined}
        onHelp={() => undefined}
        onActingEnd={() => undefined}
        onSignOut={() => undefined}
      >
        <h1 tabIndex={-1}>Templates</h1>
        {options.native === true ? (
          <button type="button" id="opener" onClick={ask}>
            Delete
          </button>
        ) : (
          <Button id="opener" onClick={ask} text="Delete" />
        )}
        <ConfirmDialog
          open={snapshot.matches("asking") || snapshot.matches("deleting")}
          busy={snapshot.matches("deleting")}
          title="Delete template"
          message="Two drafts use it."
          cancelLabel="Keep it"
          confirmLabel="Delete it"
          destructive
          onCancel={() => answer("cancel")}
          onConfirm={() => answer("confirm")}
        />
      </Layout>
    )
  }
  const rendered = await render(<Page />, options)
  const opener = rendered.container.querySelector<HTMLElement>("#opener")!
  return { ...rendered, actor, opener, answers, asked: () => actor.getSnapshot().context.asked }
}

const focused = () => textOf(document.activeElement)
const dialog = () => document.querySelector(".confirm-dialog")
const type = (keys: string) => act(() => userEvent.keyboard(keys))
const buttonNamed = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(".confirm-dialog button")].find((button) => textOf(button) === name)!
const openByKey = async (opener: HTMLElement) => {
  opener.focus()
  await type("{Enter}")
  await expect.poll(focused).toBe("Keep it")
}

describe("the confirmation", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("has the caller's labels, starts on cancel and is accessible in the %s", async (_, dark) => {
    const { opener } = await show({ dark })
    await openByKey(opener)
    expect([...(dialog()?.querySelectorAll("button") ?? [])].map(textOf)).toEqual(["Keep it", "Delete it"])
    expect(textOf(dialog())).toContain("Two drafts use it.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is not answered by the release of the key that opened it", async () => {
    const { opener, asked, answers } = await show({ native: true })
    opener.focus()
    await type("{Enter>}")
    await expect.poll(focused).toBe("Keep it")
    await type("{/Enter}")
    expect([asked(), ...answers]).toEqual([1])
  })

  it("keeps the focus, and the page behind it is inert", async () => {
    const { opener, container } = await show()
    await openByKey(opener)
    expect(container.querySelector("[inert]")?.contains(opener)).toBe(true)
    const seen = new Set<string>()
    for (const _ of Array.from({ length: 8 })) {
      await type("{Tab}")
      if (dialog()?.contains(document.activeElement) === true) seen.add(focused())
      expect(container.contains(document.activeElement)).toBe(false)
    }
    expect(seen).toContain("Delete it")
    expect(seen).toContain("Keep it")
  })

  it.each([1, 2, 3])("is cancelled by Escape and gives the focus back, the %i. time as well", async (times) => {
    const { opener, container, asked, answers } = await show()
    for (const _ of Array.from({ length: times })) {
      await openByKey(opener)
      await type("{Escape}")
      await expect.poll(() => document.activeElement).toBe(opener)
      expect(container.querySelector("[inert]")).toBeNull()
    }
    expect([asked(), ...answers]).toEqual([times, ...Array.from({ length: times }, () => "cancel")])
  })

  it("gives the focus to the page's heading where its opener is gone", async () => {
    const { opener, actor } = await show()
    await openByKey(opener)
    await act(async () => actor.send({ type: "confirm" }))
    opener.remove()
    await act(async () => actor.send({ type: "finish" }))
    await expect.poll(() => document.activeElement?.tagName).toBe("H1")
  })

  it("is confirmed once by a double click", async () => {
    const { opener, asked, answers } = await show()
    await act(async () => opener.click())
    await expect.poll(() => dialog()).not.toBeNull()
    await act(() => userEvent.dblClick(buttonNamed("Delete it")))
    expect([asked(), ...answers]).toEqual([1, "confirm"])
  })

  it("takes no answer while it fades", async () => {
    const { opener, asked, answers, actor } = await show()
    await openByKey(opener)
    await type("{Escape}")
    await act(async () => buttonNamed("Delete it").click())
    expect(actor.getSnapshot().value).toBe("closed")
    expect([asked(), ...answers]).toEqual([1, "cancel"])
  })

  it("does not take the second click of a double click that opened it", async () => {
    const { opener, answers } = await show()
    await act(async () => opener.click())
    await expect.poll(() => dialog()).not.toBeNull()
    const second = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 })
    await act(async () => void buttonNamed("Delete it").dispatchEvent(second))
    expect(answers).toEqual([])
  })

  it("is confirmed once by a key that is held down", async () => {
    const { opener, asked, answers } = await show()
    await openByKey(opener)
    await type("{Tab}")
    await expect.poll(focused).toBe("Delete it")
    await type("{Enter>20/}")
    expect([asked(), ...answers]).toEqual([1, "confirm"])
  })

  it("is neither cancelled nor confirmed by a key held since before it opened", async () => {
    const { opener, asked, answers } = await show({ native: true })
    opener.focus()
    await type("{Enter>20/}")
    await expect.poll(focused).toBe("Keep it")
    expect([asked(), ...answers]).toEqual([1])
  })

  it("takes no answer while it is busy, Escape included", async () => {
    const { opener, actor, asked, answers } = await show()
    await openByKey(opener)
    await type("{Tab}")
    await type("{Enter}")
    expect(document.querySelector(".bp6-overlay")?.contains(document.activeElement)).toBe(true)
    await type("{Escape}")
    expect(actor.getSnapshot().value).toBe("deleting")
    expect([asked(), ...answers]).toEqual([1, "confirm"])
    expect(await accessibilityFaults()).toEqual([])
  })
})
