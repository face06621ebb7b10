import { Button } from "@blueprintjs/core"
import { isUserOutdated, type UsersEvent, type UsersSnapshot } from "#machines/administration/users.machine.ts"
import type { Invitation } from "#schemas/administration/invitation.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { Column } from "#views/parts/Column.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly invitations: SeenReading<ReadonlyArray<Invitation>>
  readonly command: SeenCommand | undefined
}

const RowActions = ({ page, command, invitation }: Props & { readonly invitation: Invitation }) => {
  const words = useWords()
  const name = invitation.displayName
  const waits = isSending(command) || isUserOutdated(page.snapshot, invitation)
  return (
    <div className="row-actions">
      <Button
        size="small"
        variant="minimal"
        text={words("invitation.resend")}
        aria-label={words("invitation.resend.of", { name })}
        disabled={waits}
        onClick={() => page.send({ type: "invitation.resend.pressed", invitation })}
      />
      <Button
        size="small"
        intent="danger"
        variant="minimal"
        text={words("invitation.withdraw")}
        aria-label={words("invitation.withdraw.of", { name })}
        disabled={waits}
        onClick={() => page.send({ type: "invitation.withdraw.pressed", invitation })}
      />
    </div>
  )
}

const useColumns = (props: Props): ReadonlyArray<Column<Invitation>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("users.name"), cell: ({ displayName }) => displayName },
    { id: "email", header: words("users.email"), cell: ({ email }) => email, hideBelow: 900 },
    {
      id: "type",
      header: words("users.type"),
      cell: ({ userType }) => <Said>{userTypeNames[userType]}</Said>,
      hideBelow: 1200,
    },
    { id: "groups", header: words("users.groups"), cell: ({ groups }) => groups.join(", "), hideBelow: 1200 },
    {
      id: "access",
      header: words("users.access"),
      cell: ({ accessIds }) => numbers(accessIds.length),
      align: "end",
      hideBelow: 900,
    },
    {
      id: "expires",
      header: words("invitation.expires"),
      cell: ({ expiresAt, isExpired }) =>
        isExpired ? (
          <StateTag tone="warning">
            <Word id="invitation.expired" />
          </StateTag>
        ) : (
          <Time at={expiresAt} />
        ),
    },
    {
      id: "actions",
      header: words("invitation.actions"),
      cell: (invitation) => <RowActions {...props} invitation={invitation} />,
    },
  ]
}

/** The invitations that no one has taken yet: until when each can be, sent again or withdrawn. */
export const InvitationTable = (props: Props) => {
  const words = useWords()
  const { last } = props.page.snapshot.context
  return (
    <>
      {last !== null && "expiresAt" in last.subject && (
        <RefusedNotice last={last} id={last.subject.hashedId} title={words("user.notSaved")} />
      )}
      <DataTable
        label={words("invitation.list")}
        reading={props.invitations}
        columns={useColumns(props)}
        rowId={({ hashedId }) => hashedId}
        timed
        empty={
          <EmptyState title={words("invitations.empty")}>
            <Word id="invitations.empty.text" />
          </EmptyState>
        }
      />
    </>
  )
}
