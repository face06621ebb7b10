import { describe, expect, it } from "vitest"
import { pages } from "../../../src/wiring/pages.ts"
import { accessIds } from "#schemas/access.ts"
import {
  chapterOfPage,
  chaptersFor,
  cutAt,
  firstStepChapters,
  timesInChapter,
  type GuideBlock,
} from "#schemas/session/guide.ts"
import { guideChapters } from "../../../scripts/guide.ts"

const chapters = guideChapters()
const staffRights = { userType: 2, accessIds: [accessIds.Console] } as const
const superAdminRights = { userType: 1, accessIds: [accessIds.SuperAdminGlobal] } as const
const staff = chaptersFor(chapters, staffRights)
const superAdmin = chaptersFor(chapters, superAdminRights)

const linksIn = (block: GuideBlock): ReadonlyArray<string> =>
  block.is === "list"
    ? block.items.flatMap((item) => item.flatMap(linksIn))
    : block.texts.flatMap(({ chapter }) => chapter ?? [])

describe("the guide as help", () => {
  it("keeps the chapters for Super Admins from everyone else", () => {
    expect(staff.map(({ title }) => title)).toContain("Run the campaign")
    expect(staff.map(({ title }) => title)).not.toContain("Companies")
    expect(superAdmin.map(({ title }) => title)).toContain("Companies")
  })

  it("has a chapter for every page, and for the parts that have one of their own", () => {
    const known = (list: typeof staff) => new Set(list.map(({ id }) => id))
    for (const path of Object.keys(pages)) {
      expect(known(staff)).toContain(chapterOfPage(path, {}, staff))
      expect(known(superAdmin)).toContain(chapterOfPage(path, {}, superAdmin))
    }
    const of = (path: string, search: Readonly<Record<string, string>>) => chapterOfPage(path, search, superAdmin)
    expect(["templates", "rules", "activity"].map((section) => of("/global", { section }))).toEqual([
      "templates",
      "rules",
      "activity",
    ])
    expect([of("/global", {}), of("/campaign", {}), of("/report", { tab: "activity" })]).toEqual([
      "companies",
      "run-the-campaign",
      "activity",
    ])
    expect(chapterOfPage("/report", { tab: "activity" }, staff)).toBe("report")
  })

  it("has a chapter for every step before the first text", () => {
    const chapterIds = [superAdminRights, staffRights].map((rights) =>
      Object.values(firstStepChapters).map((chapterFor) => chapterFor(rights)),
    )
    expect(superAdmin.map(({ id }) => id)).toEqual(expect.arrayContaining(chapterIds[0] ?? []))
    expect(staff.map(({ id }) => id)).toEqual(expect.arrayContaining(chapterIds[1] ?? []))
  })

  it("leads to chapters that there are, and has one of each name", () => {
    const ids = chapters.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = chapters.flatMap(({ blocks }) => blocks.flatMap(linksIn))
    expect(links.filter((link) => !ids.includes(link))).toEqual([])
  })

  it("finds words whatever their letters, and cuts the text around them", () => {
    expect(cutAt("Columns, and columns", "COLUMNS")).toEqual(["", "Columns", ", and ", "columns", ""])
    expect(cutAt("İ columns", "columns")).toEqual(["İ ", "columns", ""])
    expect(cutAt("as it is", " ")).toEqual(["as it is"])
    const report = staff.find(({ id }) => id === "report")
    expect(report === undefined ? 0 : timesInChapter(report, "report")).toBeGreaterThan(3)
  })
})
