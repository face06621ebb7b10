import { Result } from "effect"
import { companyTable } from "#machines/lifecycles/company.lifecycle.ts"
import type { CompanyState } from "#schemas/administration/company.ts"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"
import { type ContractDates, contractOn } from "./contract.rule.ts"

/** A company as its decisions need it; `revision` numbers what was set up. */
export type CompanyFold = ContractDates & { readonly state: CompanyState | "reserved"; readonly revision: number }

/** What may be asked of a company. `today` is the company's calendar day. */
export type CompanyCommand =
  | (ContractDates & {
      readonly _tag: "SaveCompany"
      readonly companyId: CompanyId
      /** Fields that differ from what is stored. */
      readonly changed: ReadonlyArray<string>
      readonly today: string
    })
  /** Brings the state in step with the contract's dates: asked for as days pass. */
  | { readonly _tag: "JudgeContract"; readonly today: string }
  | { readonly _tag: "SuspendCompany" }
  | { readonly _tag: "ReinstateCompany"; readonly today: string }
  /** `openCampaigns` are those scheduled, running or paused. */
  | { readonly _tag: "RetireCompany"; readonly openCampaigns: number }

const sentences: Readonly<Record<CompanyFold["state"], string>> = {
  reserved: "This company was never saved. Save it first.",
  notStarted: "This company’s contract has not started. It can be changed, suspended or deleted.",
  active: "This company is active. It can be changed, suspended or deleted.",
  expired: "This company’s contract has expired. It can be changed, suspended or deleted.",
  suspended: "This company is suspended. It can be reinstated, changed or deleted.",
  retired: "This company was deleted.",
}

type Decided = Result.Result<ReadonlyArray<CompanyEvent>, Problem>

const refuse = (state: CompanyFold["state"]): Decided =>
  Result.fail(problem("NotAllowedNow", sentences[state], { allowed: companyTable.allowed(state) }))

const evolve = (fold: CompanyFold, event: CompanyEvent): CompanyFold => {
  const next = { ...fold, state: companyTable.next(fold.state, event._tag) ?? fold.state }
  if (event._tag !== "CompanyCreated" && event._tag !== "CompanyRevised") return next
  const { revision, contractStart, contractEnd } = event
  return { ...next, revision, contractStart, contractEnd }
}

const reached = { notStarted: "ContractPostponed", active: "ContractBegan", expired: "ContractEnded" } as const

/** What the dates bring on a day, after some events; nothing while the company is stopped or deleted. */
const contractEvents = (fold: CompanyFold, today: string): ReadonlyArray<CompanyEvent> => {
  if (fold.state !== "notStarted" && fold.state !== "active" && fold.state !== "expired") return []
  const due = contractOn(fold, today)
  return due === fold.state ? [] : [{ _tag: reached[due] }]
}

const withContract = (fold: CompanyFold, event: CompanyEvent, today: string): Decided =>
  companyTable.next(fold.state, event._tag) === undefined
    ? refuse(fold.state)
    : Result.succeed([event, ...contractEvents(evolve(fold, event), today)])

const only = (fold: CompanyFold, event: CompanyEvent): Decided =>
  companyTable.next(fold.state, event._tag) === undefined ? refuse(fold.state) : Result.succeed([event])

const whyNotRetire = (openCampaigns: number): string | undefined => {
  if (openCampaigns === 0) return undefined
  return openCampaigns === 1
    ? "One campaign of this company is still open. Cancel it first."
    : `${openCampaigns} campaigns of this company are still open. Cancel them first.`
}

const decide: Decider<CompanyFold, CompanyCommand, CompanyEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveCompany": {
      const { companyId, changed, contractStart, contractEnd, today } = command
      const facts = { revision: fold.revision + 1, contractStart, contractEnd }
      if (fold.state === "reserved") return withContract(fold, { _tag: "CompanyCreated", companyId, ...facts }, today)
      if (changed.length === 0 && fold.state !== "retired") return Result.succeed([])
      return withContract(fold, { _tag: "CompanyRevised", changed, ...facts }, today)
    }
    case "JudgeContract":
      return Result.succeed(contractEvents(fold, command.today))
    case "SuspendCompany":
      return only(fold, { _tag: "CompanySuspended" })
    case "ReinstateCompany":
      return withContract(fold, { _tag: "CompanyReinstated" }, command.today)
    case "RetireCompany": {
      const why = whyNotRetire(command.openCampaigns)
      return why === undefined ? only(fold, { _tag: "CompanyRetired" }) : Result.fail(problem("NotAllowedNow", why))
    }
  }
}

/** Companies: the contract is a lifecycle by its dates, and decides who may sign in (docs/policy.md#companies). */
export const companyDecider: Decider<CompanyFold, CompanyCommand, CompanyEvent> = {
  initialState: { state: "reserved", revision: 0, contractStart: null, contractEnd: null },
  decide,
  evolve,
}
