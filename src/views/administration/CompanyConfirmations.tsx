import type { CompaniesEvent, CompaniesSnapshot } from "#machines/administration/companies.machine.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** The questions before something is done to a company: each says whom it affects. */
export const CompanyConfirmations = ({ snapshot, send }: Seen<CompaniesSnapshot, CompaniesEvent>) => {
  const words = useWords()
  const { subject, address } = snapshot.context
  if (subject === null) return null
  const { people, openCampaigns } = subject
  const { name } = subject.company
  const answers = {
    cancelLabel: words("part.cancel"),
    onCancel: () => send({ type: "cancel.pressed" }),
    onConfirm: () => send({ type: "confirm.pressed" }),
  }
  return (
    <>
      <ConfirmDialog
        {...answers}
        open={snapshot.matches("confirmingSuspend") || snapshot.matches("suspending")}
        busy={snapshot.matches("suspending")}
        destructive
        title={words("company.suspend.title")}
        message={words("company.suspend.text", { name, people, campaigns: openCampaigns })}
        confirmLabel={words("company.suspend")}
      />
      <ConfirmDialog
        {...answers}
        open={snapshot.matches("confirmingDelete") || snapshot.matches("deleting")}
        busy={snapshot.matches("deleting")}
        destructive
        title={words("company.delete.title")}
        message={words("company.delete.text", { name, people })}
        confirmLabel={words("company.delete")}
      />
      <ConfirmDialog
        {...answers}
        open={snapshot.matches("confirmingAddress") || snapshot.matches("deletingAddress")}
        busy={snapshot.matches("deletingAddress")}
        destructive
        title={words("company.address.delete.title")}
        message={words("company.address.delete.text", { name, address: address?.label ?? "" })}
        confirmLabel={words("company.delete")}
      />
    </>
  )
}
