import {
  isCompanyOutdated,
  type CompaniesEvent,
  type CompaniesSnapshot,
} from "#machines/administration/companies.machine.ts"
import { companyTable } from "#machines/lifecycles/company.lifecycle.ts"
import { missingRight } from "#schemas/access.ts"
import type { Company } from "#schemas/administration/company.ts"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** The company that is open, and who looks at it. */
type Open = {
  readonly page: Seen<CompaniesSnapshot, CompaniesEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly shown: Company
  readonly command: SeenCommand | undefined
}

/** Whether nothing may be begun at a company: something is on its way, or it is shown as it was before. */
export const waitsIn = ({ page: { snapshot }, command, shown }: Open): boolean =>
  isSending(command) || isCompanyOutdated(snapshot, shown)

/** What may be done to a company now, by its lifecycle and whose it is; the rest says why not. */
export const actionsOf = (
  props: Open,
  words: (id: WordId, values?: Readonly<Record<string, string | number>>) => string,
): ReadonlyArray<Action> => {
  const {
    page: { send },
    url,
    person,
    shown,
    command,
  } = props
  const { state, openCampaigns } = shown
  const allowed = companyTable.allowed(state)
  const isOwn = shown.companyId === person.companyId
  const own = isOwn ? words("company.own") : undefined
  const works = workingCompany(person).companyId === shown.companyId
  const missing = missingRight(person, "Company.SaveCompany")
  const suspended = state === "suspended"
  const actions: ReadonlyArray<Action> = [
    {
      id: "work",
      label: words("company.work"),
      intent: "primary",
      busy: isSending(command, "work"),
      onPress: () => send({ type: "work.pressed", company: shown }),
      reason: missingRight(person, "Company.ActFor") ?? (works ? words("company.working") : undefined),
    },
    {
      id: "edit",
      label: words("company.edit"),
      href: url.href({ edit: shown.hashedId, id: null, tab: null }),
      reason: missing,
    },
    suspended
      ? {
          id: "reinstate",
          label: words("company.reinstate"),
          busy: isSending(command, "reinstate"),
          onPress: () => send({ type: "reinstate.pressed", company: shown }),
          reason: missing,
        }
      : {
          id: "suspend",
          label: words("company.suspend"),
          intent: "danger",
          busy: isSending(command, "suspend"),
          onPress: () => send({ type: "suspend.pressed", company: shown }),
          reason:
            missing ?? own ?? (allowed.includes("CompanySuspended") ? undefined : words("company.cannot.suspend")),
        },
    {
      id: "delete",
      label: words("company.delete"),
      intent: "danger",
      busy: isSending(command, "delete"),
      onPress: () => send({ type: "delete.pressed", company: shown }),
      reason:
        missing ??
        own ??
        (works ? words("company.cannot.delete.working") : undefined) ??
        (openCampaigns > 0 ? words("company.cannot.delete.open", { count: openCampaigns }) : undefined),
    },
  ]
  return actions.map((action) => ({ ...action, waits: waitsIn(props) }))
}
