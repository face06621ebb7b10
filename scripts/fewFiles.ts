/** Which modules the app's build puts into one file. Each file costs a phone some milliseconds to ask for. */
import { fileURLToPath } from "node:url"
import type { Plugin, Rolldown } from "vite"

const wiring = (file: string): string => fileURLToPath(new URL(`../src/wiring/${file}`, import.meta.url))

/** Parts that load lazily and come with every page, the demo's included: they share the files of what stands around pages. */
const always = ["services.ts", "Inside.tsx", "Shortcuts.tsx", "administration/DemoClockChip.tsx"].map(wiring)
const onSignIn = wiring("DemoSignIn.tsx")
/** Pages that stand in one file each, what they share with their own lazy parts included. */
const campaigns = wiring("outreach/CampaignPage.tsx")
const multiCampaigns = wiring("outreach/MultiPage.tsx")

const starter = "\0starts-lazy-parts"

/**
 * The bundler gives a part that is only imported lazily a file of its own, which holds nothing but its start, unless
 * something imports it statically as well. So something does, and is not shipped.
 */
export const noStarterFiles = (): Plugin => ({
  name: "no-starter-files",
  apply: "build",
  buildStart({ input }) {
    // The demo's frames are built by the same settings and hold no part of these.
    if (JSON.stringify(input).includes("index.html")) this.emitFile({ type: "chunk", id: starter })
  },
  resolveId: (id) => (id === starter ? id : null),
  load: (id) =>
    id === starter
      ? [...always, onSignIn, campaigns, multiCampaigns].map((part) => `import ${JSON.stringify(part)}`).join("\n")
      : null,
  generateBundle(_, bundle) {
    for (const [name, part] of Object.entries(bundle))
      if (part.type === "chunk" && part.facadeModuleId === starter) delete bundle[name]
  },
})

/** The pages of a clinic, and what every page may open: what two of them need comes with what stands around pages. */
const pages = [
  ["reporting/DashboardPage.tsx"],
  ["outreach/SmsPage.tsx"],
  ["outreach/IvrPage.tsx"],
  // With what it loads next to the form.
  ["outreach/CampaignPage.tsx", "outreach/CampaignPreviewPart.ts"],
  // With the editor that it loads when it is asked for.
  ["outreach/MultiPage.tsx", "outreach/MultiCampaignEditorPart.tsx"],
  // With the text to a few people, which it loads when it is asked for.
  ["people/DatabasePage.tsx", "people/QuickSendPart.tsx"],
  ["reporting/ReportPage.tsx"],
  // With its editor, as above.
  ["administration/GlobalPage.tsx", "administration/CompanyEditorPage.tsx"],
  ["language/TranslatePage.tsx"],
  ["scheduling/BookingPage.tsx"],
  ["scheduling/SchedulerPage.tsx"],
  ["scheduling/AppointmentPage.tsx"],
  ["PalettePart.tsx"],
  ["HelpPart.tsx"],
].map((files) => files.map(wiring))

/** What draws the sign-in screen; no other library runs before it. */
const firstLibraries =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect|wouter|regexparam|mitt|xstate|@xstate)[\\/]/
const libraries = /[\\/]node_modules[\\/]/

/** The modules that some of ours run with, themselves included, by ids. */
const behind = (
  parts: ReadonlyArray<string>,
  context: Rolldown.ChunkingContext,
  follows: (imported: ReadonlyArray<string>) => boolean = () => true,
): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (id: string): void => {
    const imported = context.getModuleInfo(id)?.importedIds ?? []
    if (found.has(id) || !follows(imported)) return
    found.add(id)
    for (const next of imported) visit(next)
  }
  for (const part of parts) visit(part)
  return found
}

/** Which modules come when, found once per build. */
const findPlaces = (context: Rolldown.ChunkingContext) => {
  // What stands on another library and is named by the first screen all the same gives it a constant, and was cut away.
  const first = behind([wiring("../main.tsx"), onSignIn], context, (imported) =>
    imported.every((id) => !libraries.test(id) || firstLibraries.test(id)),
  )
  const around = behind(always, context)
  const ofPages = pages.map((page) => behind(page, context))
  const ofCampaigns = behind([campaigns], context)
  const ofMultiCampaigns = behind([multiCampaigns], context)
  return {
    isFirst: (id: string): boolean => first.has(id),
    isInside: (id: string): boolean =>
      !first.has(id) && (around.has(id) || ofPages.filter((set) => set.has(id)).length > 1),
    isOfCampaigns: (id: string): boolean => ofCampaigns.has(id),
    isOfMultiCampaigns: (id: string): boolean => ofMultiCampaigns.has(id),
  }
}

const ours = /[\\/]src[\\/](?!main\.)/
/** All pages' styles together weigh less than the head of one more answer; the demo's tools, multi-campaigns and the pages of scheduling bring their own. */
const pageStyles =
  /[\\/]src[\\/]views[\\/](?!administration[\\/](?:flows|gallery|handsets)|outreach[\\/]ladder|scheduling[\\/]).*\.css$/

/**
 * The files of the app, the first that takes a module has it: what changes only with the lock file stands apart from
 * what changes with each release, and what the sign-in screen needs from what comes after. The page's own script
 * stays apart, since its address is the release.
 */
export const appGroups = (): Array<Rolldown.CodeSplittingGroup> => {
  let places: ReturnType<typeof findPlaces> | undefined
  const group = (
    name: string,
    takes: (id: string, found: ReturnType<typeof findPlaces>) => boolean,
  ): Pick<Rolldown.CodeSplittingGroup, "name" | "debugName"> => ({
    debugName: name,
    name: (id, context) => (takes(id, (places ??= findPlaces(context))) ? name : null),
  })
  return [
    { name: "first-libraries", test: new RegExp(`vite[\\\\/]preload-helper|${firstLibraries.source}`), priority: 60 },
    { ...group("first", (id, { isFirst }) => isFirst(id)), test: ours, priority: 50 },
    { name: "msal", test: /[\\/]node_modules[\\/]@azure[\\/]/, priority: 40 },
    { ...group("libraries", (id, { isInside }) => isInside(id)), test: libraries, priority: 30 },
    { ...group("inside", (id, { isInside }) => isInside(id) || pageStyles.test(id)), test: ours, priority: 20 },
    { ...group("CampaignPage", (id, { isOfCampaigns }) => isOfCampaigns(id)), test: ours, priority: 10 },
    { ...group("MultiPage", (id, { isOfMultiCampaigns }) => isOfMultiCampaigns(id)), test: ours, priority: 10 },
  ]
}
