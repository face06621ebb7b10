import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import { templatesMachine, type TemplatesEvent, type TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import type { MessagePreview, Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { TemplatesView } from "#views/outreach/TemplatesView.tsx"
import {
  draftTemplate,
  revisedTemplate,
  sampleTemplate,
  sampleUse,
  sampleVersions,
  troubledPreview,
} from "#tests/support/outreachSamples.ts"
import { refusedTemplate, seenDraft, stale, templatesWalk } from "#tests/machines/outreach/templates.walk.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenBulk, seenCommand, seenReading } from "#tests/support/seen.ts"

const admin = { userType: 2 as const, accessIds: [1, 3, 5, 17, 16] }
const reader = { userType: 3 as const, accessIds: [1] }
const all = [sampleTemplate, revisedTemplate, draftTemplate]
const { places } = pathsOf(templatesMachine, templatesWalk)
const at = (search: Readonly<Record<string, string>>) =>
  after(templatesMachine, [], { search }) as unknown as TemplatesSnapshot

/** The page after a press and what came of it. */
const endedAs = (output: Parameters<typeof commandEnded>[0]) =>
  after(
    templatesMachine,
    [{ type: `${output.verb}.pressed`, template: output.subject }, commandEnded(output)],
    templatesWalk.input,
  ) as unknown as TemplatesSnapshot

type Shown = {
  readonly snapshot?: TemplatesSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly templates?: Parameters<typeof seenReading<ReadonlyArray<Template>>>[0]
  readonly template?: Parameters<typeof seenReading<Template>>[0]
  readonly preview?: Parameters<typeof seenReading<MessagePreview>>[0]
  readonly versions?: Parameters<typeof seenReading<TemplateVersions>>[0]
  readonly use?: Parameters<typeof seenReading<ReadonlyArray<TemplateUse>>>[0]
  readonly rights?: typeof admin | typeof reader
  /** What the chart of several rows went through. */
  readonly bulk?: Parameters<typeof seenBulk>[0]
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<TemplatesEvent>()
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const snapshot = shown.snapshot ?? at(shown.search ?? {})
  const rendered = await render(
    <TemplatesView
      purpose="What new ones are for"
      page={{ snapshot, send }}
      url={address.url}
      rights={shown.rights ?? admin}
      templates={seenReading<ReadonlyArray<Template>>(shown.templates ?? { ready: all })}
      template={seenReading<Template>(shown.template ?? "idle")}
      preview={seenReading<MessagePreview>(shown.preview ?? "idle")}
      versions={seenReading<TemplateVersions>(shown.versions ?? "idle")}
      use={seenReading<ReadonlyArray<TemplateUse>>(shown.use ?? { ready: sampleUse })}
      bulk={seenBulk(shown.bulk)}
      command={seenCommand(snapshot, answer)}
      parts={{ link: "The link", response: "The file", locations: "The locations", replies: "The rules" }}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent, answered }
}

describe("the templates page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({
        snapshot: snapshot as unknown as TemplatesSnapshot,
        search: (snapshot as unknown as TemplatesSnapshot).context.search,
        template: { ready: draftTemplate },
      })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("says over the page of a template that could not be read that it is not there, and tries again", async () => {
    const { container } = await show({ search: { id: draftTemplate.hashedId }, template: { failed: unreachable() } })
    const panel = container.querySelector(".thing")
    expect(textOf(panel?.querySelector("h1") ?? null)).toBe("Could not load")
    expect(textOf(panel)).not.toContain("Loading")
    expect(textOf(panel?.querySelector(".notice-actions") ?? null)).toBe("Try nowTrying again soon")
  })

  it("lists name, state, purpose, version and time, each leading to its page", async () => {
    const { container } = await show()
    expect(
      [...container.querySelectorAll("th:not(.cell-check)")].map((head) => textOf(head).replace(/ ?[↕↑↓]/, "")),
    ).toEqual(["Name", "State", "Purpose", "Version", "Updated"])
    expect(textOf(container.querySelector("tbody tr"))).toContain("Flu shot recallPublishedSurvey2Nov 18, 2026")
    expect(container.querySelector(`a[href="?id=${revisedTemplate.hashedId}"]`)).not.toBeNull()
  })

  it("offers for chosen rows what their states allow, with how many it concerns", async () => {
    const rows = all.map((row) => ({ id: row.hashedId, row }))
    const { container } = await show({ bulk: [{ type: "rows.chosen", rows, isChosen: true }] })
    expect([...container.querySelectorAll(".bulk-deeds button")].map(textOf)).toEqual([
      "Publish 2",
      "Retire 2",
      "Delete 1 draft",
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers no selection to someone who may only read", async () => {
    const { container } = await show({ rights: reader })
    expect(container.querySelector("tbody input")).toBeNull()
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says why the list is empty and what to do, in the %s", async (_, dark) => {
    const { container, went } = await show({ templates: { ready: [] }, dark })
    expect(textOf(container)).toContain("No templates yet")
    await press("New template", container.querySelector(".empty-state") ?? container)
    expect(went).toEqual([{ new: "", id: null, tab: null }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["search", "fluu"],
    ["state", "retired"],
  ])("offers all templates where the %s %s finds nothing", async (name, value) => {
    const { changed } = await show({ templates: { ready: [] }, search: { [name]: value } })
    await press("Show all templates")
    expect(changed).toEqual([{ search: null, state: null }])
  })

  it("has a view for each state that has rows, with how many", async () => {
    const { container } = await show({ templates: { ready: [sampleTemplate], counts: { retired: 1200, draft: 3 } } })
    const tabs = [...container.querySelectorAll(".tabs a")]
    expect(tabs.map(textOf)).toEqual(["All 1,203", "Draft 3", "Retired 1,200"])
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual(["?", "?state=draft", "?state=retired"])
    expect(textOf(container.querySelector(".table-foot"))).toContain("1 to 1 of 1,203")
  })

  it.each([
    ["message", "firstName"],
    ["link", "The link"],
    ["replies", "The rules"],
    ["response", "The file"],
    ["locations", "The locations"],
    ["used", "Flu shots NovemberRunning2"],
  ])("has one page for all parts of a template, with how many each holds: %s", async (tab, shown) => {
    const id = sampleTemplate.hashedId
    const search: Readonly<Record<string, string>> = tab === "message" ? { id } : { id, tab }
    const { container } = await show({ search, template: { ready: sampleTemplate } })
    const tabs = [...container.querySelectorAll(".tabs a")]
    expect(tabs.map(textOf)).toEqual([
      "Message",
      "Link parameters 2",
      "Replies",
      "Response file",
      "Locations",
      "Versions 2",
      "Used by 4",
    ])
    expect(textOf(container.querySelector(".tabs [aria-current]"))).toBe(
      textOf(tabs.find((one) => one.getAttribute("href")?.endsWith(`tab=${tab}`)) ?? tabs[0] ?? null),
    )
    expect(textOf(container).replaceAll("\u00a0", " ")).toContain(shown)
    // One primary button: a tab with its own leaves the template's plain.
    expect(container.querySelectorAll(".bp6-intent-primary")).toHaveLength(
      ["link", "replies", "response", "locations"].includes(tab) ? 0 : 1,
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows what could not be loaded in its place", async () => {
    const { container } = await show({
      templates: { failed: unreachable() },
    })
    expect([...container.querySelectorAll(".notice-danger")].map(textOf)).toHaveLength(1)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("publishes a draft, and says why a published version or a draft cannot do more", async () => {
    const { container, sent } = await show({
      search: { id: draftTemplate.hashedId },
      template: { ready: draftTemplate },
    })
    await press("Publish", container)
    expect(sent).toEqual([{ type: "publish.pressed", template: draftTemplate }])
    expect([...container.querySelectorAll(".menu-reasons li")].map(textOf)).toEqual([
      "Use in campaign Publish it first: campaigns use published templates.",
      "Retire Only a published template can be retired; a draft can be deleted.",
    ])
    const published = await show({ search: { id: sampleTemplate.hashedId }, template: { ready: sampleTemplate } })
    expect(textOf(published.container.querySelector(".menu-reasons"))).toBe(
      "Publish Only a draft can be published. This version is published already.",
    )
    expect(
      published.container.querySelector(`a[href="/campaign?new=&template=${sampleTemplate.hashedId}"]`),
    ).not.toBeNull()
    expect(published.container.querySelector(`a[href="?edit=${sampleTemplate.hashedId}"]`)).not.toBeNull()
  })

  it("takes no press on what the person changed until it is read again", async () => {
    const published = endedAs({ verb: "publish", subject: draftTemplate, outcome: "done", seen: seenDraft })
    const newer = { ...draftTemplate, streamVersion: draftTemplate.streamVersion + 1 }
    for (const [template, waits] of [
      [draftTemplate, true],
      [newer, false],
    ] as const) {
      const { container, sent } = await show({
        snapshot: published,
        search: { id: template.hashedId },
        template: { ready: template },
      })
      await press("Delete", container.querySelector(".thing") ?? container)
      expect(sent).toEqual(waits ? [] : [{ type: "delete.pressed", template }])
    }
  })

  it("names the missing right at everything the person may not do", async () => {
    const { container } = await show({
      search: { id: draftTemplate.hashedId },
      template: { ready: draftTemplate },
      rights: reader,
    })
    expect([...container.querySelectorAll(".menu-reasons li")].map(textOf)).toEqual([
      "Publish, Edit, Retire, Delete You need the right to edit templates (Template) or to manage all companies (SuperAdminGlobal). Please ask your site administrator.",
      "Use in campaign You need the right to run campaigns (Campaign). Please ask your site administrator.",
      "Translate You need the right to translate texts (Translate). Please ask your site administrator.",
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks with the versions that change, and keeps the reasons of a refusal on the page", async () => {
    const asking = after(
      templatesMachine,
      [{ type: "publish.pressed", template: revisedTemplate }],
      templatesWalk.input,
    )
    const { answered } = await show({
      snapshot: asking as unknown as TemplatesSnapshot,
      search: { id: revisedTemplate.hashedId },
      template: { ready: revisedTemplate },
    })
    const dialog = document.querySelector(".confirm-dialog")
    expect(textOf(dialog)).toContain("Version 3 of “Annual check-up” replaces version 2 for new campaigns.")
    await press("Publish", dialog ?? document.body)
    expect(answered).toEqual([{ type: "confirm.pressed" }])
    const refused = endedAs({ verb: "publish", subject: draftTemplate, outcome: "refused", problem: refusedTemplate })
    const { container } = await show({
      snapshot: refused,
      search: { id: draftTemplate.hashedId },
      template: { ready: draftTemplate },
    })
    expect(textOf(container.querySelector(".thing .notice-danger"))).toContain(
      "Unable to Publish Template.This text cannot be published yet.Add how to opt out",
    )
  })

  it("says before publishing, retiring and deleting which campaigns use which version", async () => {
    const asking = [
      ["publish", "Publish this template?"],
      ["retire", "Retire this template?"],
      ["delete", "Delete this template?"],
    ] as const
    for (const [verb, title] of asking) {
      const snapshot = after(
        templatesMachine,
        [{ type: `${verb}.pressed`, template: revisedTemplate }],
        templatesWalk.input,
      ) as unknown as TemplatesSnapshot
      await show({ snapshot, search: { id: revisedTemplate.hashedId }, template: { ready: revisedTemplate } })
      const dialog = textOf(document.querySelector(".confirm-dialog"))
      expect(dialog).toContain(title)
      expect(dialog).toContain("3 running campaigns use version 2; they keep it.")
      expect(dialog).toContain("1 drafted campaign uses version 2; it keeps it.")
    }
  })

  it("lets no one confirm before the campaigns are known", async () => {
    const snapshot = after(
      templatesMachine,
      [{ type: "retire.pressed", template: sampleTemplate }],
      templatesWalk.input,
    )
    const { answered } = await show({
      snapshot: snapshot as unknown as TemplatesSnapshot,
      search: { id: sampleTemplate.hashedId },
      template: { ready: sampleTemplate },
      use: { failed: unreachable() },
    })
    const dialog = document.querySelector(".confirm-dialog") ?? document.body
    expect(textOf(dialog)).toContain("Could not load")
    expect(dialog.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    expect(answered).toEqual([])
  })

  it("shows what a text costs and how real people get it", async () => {
    const { container } = await show({
      search: { id: sampleTemplate.hashedId },
      template: { ready: sampleTemplate },
      preview: { ready: troubledPreview },
    })
    expect(textOf(container.querySelector(".meter"))).toContain("With plain characters, UCS-22 segments")
    expect(textOf(container.querySelector(".samples"))).toContain("Maria Lopez1 segment, GSM-7Hello Maria")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows the text of a template where the preview cannot be read", async () => {
    const { container } = await show({
      search: { id: sampleTemplate.hashedId },
      template: { ready: sampleTemplate },
      preview: { failed: unreachable() },
    })
    expect(textOf(container)).toContain("Could not load")
    expect(textOf(container.querySelector(".phone-bubble"))).toContain("Hello firstName")
  })

  it("shows who did what when, and each version next to the one before it", async () => {
    const { container } = await show({
      search: { id: revisedTemplate.hashedId, tab: "versions" },
      template: { ready: revisedTemplate },
      versions: { ready: sampleVersions },
    })
    const rows = [...container.querySelectorAll(".history li")]
    expect(rows.map((row) => textOf(row.querySelector("strong")))).toEqual([
      "Changed: version 3",
      "Published: version 2",
      "Changed: version 2",
      "Written: version 1",
    ])
    expect(textOf(rows[0] ?? null)).toContain("by Ada Park")
    expect([...(rows[0]?.querySelectorAll("ins, del") ?? [])].map(textOf)).toEqual([
      "removed: Annual",
      "added: Yearly",
      "added: clinic = {{ zip }}",
    ])
    expect(textOf(rows[0] ?? null)).toContain("The message stayed as it was.")
    expect([...(rows[2]?.querySelectorAll(":scope > .text-diff :is(ins, del)") ?? [])].map(textOf)).toEqual([
      "removed: a",
      "added: your",
    ])
    expect(rows[3]?.querySelector("ins, del")).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leads the loser of a race to what changed", async () => {
    const lost = endedAs({ verb: "retire", subject: sampleTemplate, outcome: "refused", problem: stale })
    const { container } = await show({
      snapshot: lost,
      search: { id: sampleTemplate.hashedId },
      template: { ready: sampleTemplate },
    })
    expect(textOf(container.querySelector(".thing .notice-danger"))).toContain("Someone changed this first.")
    expect(textOf(container.querySelector(`.notice a[href="?id=${sampleTemplate.hashedId}&tab=versions"]`))).toBe(
      "See what changed",
    )
  })
})
