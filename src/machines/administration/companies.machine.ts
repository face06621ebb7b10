import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
  type Question,
} from "#machines/session/command.machine.ts"
import {
  idIn,
  listParams,
  namesNothing,
  namesThing,
  withoutThing,
  type PageEvent,
  type PageInput,
  type Search,
} from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { companyList, type Company } from "#schemas/administration/company.ts"
import { type Address } from "#schemas/administration/companyDraft.ts"

/** What a Super Admin may do to a company besides setting it up. */
export type CompanyVerb = "suspend" | "reinstate" | "delete" | "address.delete" | "work"

/** An address of a company, with the company as it was on the screen. */
export type CompanyAddress = { readonly company: Company; readonly address: Address }

export type CompaniesEvent =
  | PageEvent
  | { readonly type: `${Exclude<CompanyVerb, "address.delete">}.pressed`; readonly company: Company }
  | ({ readonly type: "address.delete.pressed" } & CompanyAddress)

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen company: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<CompanyVerb, Company | CompanyAddress> | null
}

const historyParams = ({ id, tab }: Search) =>
  tab === "history" ? chosenParams({ ...(id === undefined ? {} : { id }) }) : null
const chosenParams = ({ id }: Search) => (id === undefined || id === "" ? null : { hashedId: id })
/** What it does with its contract and its hours stands on every part of its page but its history. */
const useParams = (search: Search) => (search["tab"] === "history" ? null : chosenParams(search))
const seenIn = ({ hashedId, version }: Company) => ({ id: hashedId, version })
const cancel = "part.cancel"
const questionOf = (event: Pressed): Question | undefined => {
  const { people, openCampaigns, company } = event.company
  const { name } = company
  if (event.type === "suspend.pressed")
    return {
      title: "company.suspend.title",
      text: [{ word: "company.suspend.text", values: { name, people, campaigns: openCampaigns } }],
      confirm: "company.suspend",
      cancel,
      isDestructive: true,
    }
  if (event.type === "delete.pressed")
    return {
      title: "company.delete.title",
      text: [{ word: "company.delete.text", values: { name, people } }],
      confirm: "company.delete",
      cancel,
      isDestructive: true,
    }
  if (event.type === "address.delete.pressed")
    return {
      title: "company.address.delete.title",
      text: [{ word: "company.address.delete.text", values: { name, address: event.address.label } }],
      confirm: "company.delete",
      cancel,
      isDestructive: true,
    }
  return undefined
}
type Pressed = Extract<CompaniesEvent, { readonly company: Company }>
const commandOf = (event: Pressed): CommandInput<CompanyVerb, Company | CompanyAddress> => {
  const { company } = event
  const question = questionOf(event)
  return {
    verb: verbOf<CompanyVerb>(event),
    subject: "address" in event ? { company, address: event.address } : company,
    seen: seenIn(company),
    ...(question === undefined ? {} : { question }),
  }
}

/** `/global`: the companies, or one of them alone, and what a Super Admin may do to it (docs/policy.md#companies). */
export const companiesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CompaniesEvent },
  actors: {
    companies: readingMachine,
    company: readingMachine,
    history: readingMachine,
    use: readingMachine,
    command: commandMachine,
  },
  guards: {
    isNewest: ({ context, event }) => "company" in event && !isOutdated(context.last, seenIn(event.company)),
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
    isBegun: ({ event }) => {
      const { verb, outcome } = outputOf({ event })
      return verb === "work" && outcome === "done"
    },
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: event.search["id"] === context.search["id"] ? context.last : null }
        : {},
    ),
    sendList: sendTo("companies", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, companyList),
    })),
    sendChosen: sendTo("company", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    sendHistory: sendTo("history", ({ context }) => ({
      type: "params.changed",
      params: historyParams(context.search),
    })),
    sendUse: sendTo("use", ({ context }) => ({ type: "params.changed", params: useParams(context.search) })),
    refreshList: sendTo("companies", { type: "feed.changed" }),
    rereadChosen: sendTo("company", { type: "refresh.pressed" }),
    refreshHistory: sendTo("history", { type: "feed.changed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<CompanyVerb, Company | CompanyAddress>({ event }) })),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      (outputOf({ event }).subject as Company).hashedId === idIn(search) ? { search: withoutThing(search, "tab") } : {},
    ),
    beginAnew: () => undefined,
  },
}).createMachine({
  id: "companies",
  context: ({ input }) => ({ search: input.search, last: null }),
  invoke: [
    {
      id: "companies",
      src: "companies",
      input: ({ context }) => ({ params: listParams(context.search, companyList) }),
    },
    {
      id: "company",
      src: "company",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
    {
      id: "history",
      src: "history",
      input: ({ context }) => ({ params: historyParams(context.search), keepPreviousData: false }),
    },
    {
      id: "use",
      src: "use",
      input: ({ context }) => ({ params: useParams(context.search), keepPreviousData: false }),
    },
  ],
  on: { "url.changed": { actions: ["setUrl", "sendList", "sendChosen", "sendHistory", "sendUse"] } },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the list, or the company that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks through the companies.",
          meta: { heading: "global.title", actions: ["companies.new"] },
          always: { guard: "namesThing", target: "company" },
        },
        company: {
          description: "Looks at one company alone; the list is one step back.",
          meta: { actions: ["global.title"] },
          always: { guard: "namesNothing", target: "list" },
        },
      },
    },
    deed: {
      description: "What is being done to a company.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
          on: {
            "suspend.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "reinstate.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "address.delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "work.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Suspends, reinstates or deletes it, or begins to work for it.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              { guard: "isDeleted", target: "none", actions: ["goToList", "forgetDeleted", "refreshList"] },
              { guard: "isBegun", target: "begun" },
              { target: "none", actions: ["setLast", "rereadChosen", "refreshHistory", "refreshList"] },
            ],
          },
        },
        begun: {
          type: "final",
          description: "Every page begins again, with the company’s own things.",
          entry: "beginAnew",
        },
      },
    },
  },
})

export type CompaniesSnapshot = SnapshotFrom<typeof companiesMachine>

/** Whether a company is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isCompanyOutdated = ({ context }: CompaniesSnapshot, company: Company): boolean =>
  isOutdated(context.last, seenIn(company))
