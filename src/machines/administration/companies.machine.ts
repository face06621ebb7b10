import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { listParams, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { companyList, type Address, type Company } from "#schemas/administration/company.ts"
import type { Problem } from "#schemas/problem.ts"

/** What an action on a company is about, and the version it was decided on. */
export type CompanySubject = { readonly hashedId: string; readonly name: string; readonly version: number }

export type CompaniesEvent =
  | PageEvent
  | { readonly type: "suspend.pressed"; readonly company: Company }
  | { readonly type: "reinstate.pressed"; readonly company: Company }
  | { readonly type: "delete.pressed"; readonly company: Company }
  | { readonly type: "address.delete.pressed"; readonly company: Company; readonly address: Address }
  | { readonly type: "work.pressed"; readonly company: Company }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "cancel.pressed" }

type Context = {
  readonly search: Search
  /** The company an action is about. */
  readonly subject: Company | null
  /** The address that shall go, when the action is about one. */
  readonly address: Address | null
  /** Why the last action was refused; stays in the side panel after the toast has gone. */
  readonly refused: { readonly hashedId: string; readonly problem: Problem } | null
}

const historyParams = ({ id, tab }: Search) =>
  tab === "history" ? chosenParams({ ...(id === undefined ? {} : { id }) }) : null
const chosenParams = ({ id }: Search) => (id === undefined || id === "" ? null : { hashedId: id })
const about = ({ subject }: Context): CompanySubject => ({
  hashedId: subject?.hashedId ?? "",
  name: subject?.company.name ?? "",
  version: subject?.version ?? 0,
})

/** `/global`: the companies, the chosen one in the side panel, and what a Super Admin may do to it (docs/policy.md#companies). */
export const companiesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CompaniesEvent, tags: {} as "busy" },
  actors: {
    companies: readingMachine,
    company: readingMachine,
    history: readingMachine,
    suspend: fromPromise<void, CompanySubject>(unprovided),
    reinstate: fromPromise<void, CompanySubject>(unprovided),
    remove: fromPromise<void, CompanySubject>(unprovided),
    removeAddress: fromPromise<void, { readonly hashedId: string; readonly name: string; readonly version: number }>(
      unprovided,
    ),
    workFor: fromPromise<void, CompanySubject>(unprovided),
  },
  actions: {
    takeUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search, refused: null } : {})),
    tellList: sendTo("companies", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, companyList),
    })),
    tellChosen: sendTo("company", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    tellHistory: sendTo("history", ({ context }) => ({
      type: "params.changed",
      params: historyParams(context.search),
    })),
    refreshList: sendTo("companies", { type: "refresh.pressed" }),
    refreshChosen: sendTo("company", { type: "refresh.pressed" }),
    refreshHistory: sendTo("history", { type: "refresh.pressed" }),
    takeSubject: assign(({ event }) =>
      "company" in event
        ? { subject: event.company, address: "address" in event ? event.address : null, refused: null }
        : {},
    ),
    takeProblem: assign(({ context, event }) => ({
      refused: {
        hashedId: about(context).hashedId,
        problem: problemOf(event),
      },
    })),
    closePanel: () => undefined,
    beginAnew: () => undefined,
  },
}).createMachine({
  id: "companies",
  context: ({ input }) => ({ search: input.search, subject: null, address: null, refused: null }),
  invoke: [
    {
      id: "companies",
      src: "companies",
      input: ({ context }) => ({ params: listParams(context.search, companyList) }),
    },
    { id: "company", src: "company", input: ({ context }) => ({ params: chosenParams(context.search), keeps: false }) },
    {
      id: "history",
      src: "history",
      input: ({ context }) => ({ params: historyParams(context.search), keeps: false }),
    },
  ],
  on: { "url.changed": { actions: ["takeUrl", "tellList", "tellChosen", "tellHistory"] } },
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks through the companies; one may be open beside the list.",
      meta: { heading: "global.title", actions: ["companies.new"] },
      on: {
        "suspend.pressed": { target: "confirmingSuspend", actions: "takeSubject" },
        "reinstate.pressed": { target: "reinstating", actions: "takeSubject" },
        "delete.pressed": { target: "confirmingDelete", actions: "takeSubject" },
        "address.delete.pressed": { target: "confirmingAddress", actions: "takeSubject" },
        "work.pressed": { target: "beginning", actions: "takeSubject" },
      },
    },
    confirmingSuspend: {
      description: "Asks whether the company’s people shall be locked out.",
      meta: { heading: "company.suspend.title", actions: ["company.suspend", "part.cancel"] },
      on: { "confirm.pressed": "suspending", "cancel.pressed": "browsing" },
    },
    suspending: {
      description: "The company is being suspended.",
      tags: "busy",
      meta: { heading: "company.suspend.title", actions: [] },
      invoke: {
        id: "suspend",
        src: "suspend",
        input: ({ context }) => about(context),
        onDone: { target: "browsing", actions: ["refreshList", "refreshChosen", "refreshHistory"] },
        onError: { target: "browsing", actions: ["takeProblem", "refreshList", "refreshChosen"] },
      },
    },
    reinstating: {
      description: "The company is being reinstated.",
      tags: "busy",
      meta: { heading: "global.title", actions: ["companies.new"] },
      invoke: {
        id: "reinstate",
        src: "reinstate",
        input: ({ context }) => about(context),
        onDone: { target: "browsing", actions: ["refreshList", "refreshChosen", "refreshHistory"] },
        onError: { target: "browsing", actions: ["takeProblem", "refreshList", "refreshChosen"] },
      },
    },
    confirmingDelete: {
      description: "Asks whether the company shall go for good.",
      meta: { heading: "company.delete.title", actions: ["company.delete", "part.cancel"] },
      on: { "confirm.pressed": "deleting", "cancel.pressed": "browsing" },
    },
    deleting: {
      description: "The company is being deleted.",
      tags: "busy",
      meta: { heading: "company.delete.title", actions: [] },
      invoke: {
        id: "remove",
        src: "remove",
        input: ({ context }) => about(context),
        onDone: { target: "browsing", actions: ["closePanel", "refreshList"] },
        onError: { target: "browsing", actions: ["takeProblem", "refreshList", "refreshChosen"] },
      },
    },
    confirmingAddress: {
      description: "Asks whether the address shall go.",
      meta: { heading: "company.address.delete.title", actions: ["company.delete", "part.cancel"] },
      on: { "confirm.pressed": "deletingAddress", "cancel.pressed": "browsing" },
    },
    deletingAddress: {
      description: "The address is being deleted.",
      tags: "busy",
      meta: { heading: "company.address.delete.title", actions: [] },
      invoke: {
        id: "removeAddress",
        src: "removeAddress",
        input: ({ context }) => ({
          ...about(context),
          hashedId: context.address?.hashedId ?? "",
          name: context.address?.label ?? "",
        }),
        onDone: { target: "browsing", actions: ["refreshChosen", "refreshHistory"] },
        onError: { target: "browsing", actions: ["takeProblem", "refreshChosen"] },
      },
    },
    beginning: {
      description: "The person begins to work for the company.",
      tags: "busy",
      meta: { heading: "global.title", actions: ["companies.new"] },
      invoke: {
        id: "workFor",
        src: "workFor",
        input: ({ context }) => about(context),
        onDone: "begun",
        onError: { target: "browsing", actions: ["takeProblem", "refreshList", "refreshChosen"] },
      },
    },
    begun: {
      type: "final",
      description: "Every page begins anew, with the company’s own things.",
      entry: "beginAnew",
    },
  },
})

export type CompaniesSnapshot = SnapshotFrom<typeof companiesMachine>
