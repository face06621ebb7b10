import { accessIds, type Rights } from "./access.ts"

/** Who a route lets in (docs/policy.md#pages): everyone, any signed-in person (0), or holders of one access id. */
export type RouteAccess = "public" | number

/**
 * The route table of the specification (docs/specification.md#routes). `page` says whether its page is
 * built: a route without a page is a not-found inside the layout and never linked.
 */
export const routes = {
  "/": { access: "public", page: true },
  "/login": { access: "public", page: true },
  "/sessionOut": { access: "public", page: true },
  "/accountLocked": { access: "public", page: true },
  "/accessDenied": { access: 0, page: true },
  "/dashboard": { access: 0, page: true },
  "/sms": { access: accessIds.SMS, page: true },
  "/ivr": { access: accessIds.IVR, page: true },
  "/campaign": { access: accessIds.Campaign, page: true },
  "/multi": { access: accessIds.MultiCampaign, page: true },
  "/scheduler": { access: accessIds.Schedule, page: true },
  "/report": { access: accessIds.Report, page: true },
  "/translate": { access: accessIds.Translate, page: true },
  "/appointment": { access: accessIds.ScheduleAppointmentandLocation, page: true },
  "/location": { access: accessIds.ScheduleAppointmentandLocation, page: true },
  "/user": { access: accessIds.SuperAdminUser, page: true },
  "/bookAppointment": { access: accessIds.SuperAdminAppointment, page: true },
  "/global": { access: accessIds.SuperAdminGlobal, page: true, userType: 1 },
  "/database": { access: accessIds.DatabaseSetup, page: true },
  "/profile": { access: accessIds.Profile, page: true },
} as const satisfies Record<string, { access: RouteAccess; page: boolean; userType?: 1 }>

/** A path of the route table. */
export type RoutePath = keyof typeof routes

/** A path whose page is built and stands inside the layout: it has an entry among the pages that wiring shows. */
export type BuiltPath = Exclude<
  { [P in RoutePath]: (typeof routes)[P] extends { access: number; page: true } ? P : never }[RoutePath],
  "/accessDenied"
>

/** Pages of the demo (docs/architecture.md#demo), which the specification does not know: elsewhere the server has nothing there. */
export const demoRoutes = {
  "/dev/handset": { access: 0 },
  "/dev/flows": { access: accessIds.Console },
} as const satisfies Record<`/dev/${string}`, { access: number }>

/** A path of one of the demo's pages. */
export type DemoPath = keyof typeof demoRoutes

/** A page as one goes to it: by its link, or by `g` and then its letter. */
export type Place = {
  /** What the specification calls its link; places without one have the word of `word`. */
  readonly label?: string
  readonly word?:
    | "shell.home"
    | "shell.profile"
    | "multi.title"
    | "translate.title"
    | "database.tab.patients"
    | "database.tab.imports"
  readonly path: RoutePath
  /** A part of the page, as the address names it. */
  readonly search?: string
  readonly letter: string
}

/** The links of the navigation bar, by group and in order, with the specified labels (docs/policy.md#top-bar). */
export const navigation = [
  {
    group: "outreach",
    links: [
      { label: "sms", path: "/sms", letter: "s" },
      { label: "ivr", path: "/ivr", letter: "v" },
      { label: "campaign", path: "/campaign", letter: "c" },
      { label: "Schedule", path: "/scheduler", letter: "e" },
      { label: "report", path: "/report", letter: "r" },
    ],
  },
  {
    group: "schedule",
    links: [
      { label: "appointment", path: "/appointment", letter: "a" },
      { label: "location", path: "/location", letter: "l" },
    ],
  },
  {
    group: "Super Admin",
    links: [
      { label: "User", path: "/user", letter: "u" },
      { label: "Appointment", path: "/bookAppointment", letter: "b" },
      { label: "Global", path: "/global", letter: "g" },
    ],
  },
] as const satisfies ReadonlyArray<{ group: string; links: ReadonlyArray<Place & { label: string }> }>

/** The links at the bar's end. */
export const ownPlaces = [
  { word: "shell.profile", path: "/profile", letter: "p" },
  { word: "shell.home", path: "/dashboard", letter: "h" },
] as const satisfies ReadonlyArray<Place>

/** Places that the bar does not link to. */
const furtherPlaces = [
  { word: "multi.title", path: "/multi", letter: "m" },
  { word: "translate.title", path: "/translate", letter: "t" },
  { word: "database.tab.patients", path: "/database", letter: "d" },
  { word: "database.tab.imports", path: "/database", search: "?tab=imports", letter: "i" },
] as const satisfies ReadonlyArray<Place>

/** Everything that one can go to, in the order in which it is offered; `group` is the bar's. */
export const places: ReadonlyArray<Place & { readonly group?: string }> = [
  ...ownPlaces.toReversed(),
  ...navigation.flatMap(({ group, links }) => links.map((link: Place) => ({ ...link, group }))),
  ...furtherPlaces,
]

/** What a guard answers: show the page, sign in first, or access denied (docs/policy.md#pages). */
export type GuardAnswer = "show" | "signIn" | "denied"

/** The guard of a page that needs access: id 0 lets any signed-in person in (docs/policy.md#pages). */
export const guardRoute = (path: RoutePath | DemoPath, rights: Rights | null): GuardAnswer => {
  const route: { access: RouteAccess; userType?: 1 } = { ...routes, ...demoRoutes }[path]
  if (route.access === "public") return "show"
  if (rights === null) return "signIn"
  if (route.userType !== undefined && rights.userType !== route.userType) return "denied"
  return route.access === 0 || rights.accessIds.includes(route.access) ? "show" : "denied"
}

/** Whether the navigation may draw a link: the page exists and the person may see it. */
export const isLinked = (path: RoutePath, rights: Rights): boolean =>
  routes[path].page && guardRoute(path, rights) === "show"

/** The places that a person may go to. */
export const placesFor = (rights: Rights): ReadonlyArray<Place & { readonly group?: string }> =>
  places.filter(({ path }) => isLinked(path, rights))

/** The address of a place. */
export const hrefOf = ({ path, search = "" }: Place): string => path + search
