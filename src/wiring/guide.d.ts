/** The chapters of the guides, put in by the build (scripts/guide.ts). */
declare module "virtual:guide" {
  export const chapters: ReadonlyArray<import("#schemas/session/guide.ts").GuideChapter>
}
