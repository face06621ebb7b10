import { Button } from "@blueprintjs/core"
import { SmallTick } from "@blueprintjs/icons"
import { Link } from "wouter"
import type { UsersEvent, UsersSnapshot } from "#machines/administration/users.machine.ts"
import { roleList } from "#schemas/access.ts"
import type { Group, GroupList } from "#schemas/administration/group.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly url: PageUrl
  readonly groups: SeenReading<GroupList>
  readonly command: SeenCommand | undefined
}

const GroupHead = ({ page, url, command, group }: Props & { readonly group: Group }) => {
  const words = useWords()
  const { name } = group.group
  return (
    <th scope="col" className="group-head">
      <Link href={url.href({ group: group.hashedId, tab: null })} aria-label={words("group.edit", { name })}>
        {name}
      </Link>
      <Link href={url.href({ tab: null, of: group.hashedId })} className="muted small">
        <Word id="group.members" values={{ count: group.members }} />
      </Link>
      <Link
        href={url.href({ members: group.hashedId, tab: null })}
        aria-label={words("group.members.edit", { name })}
        className="small"
      >
        {words("group.members.change")}
      </Link>
      <Button
        size="small"
        intent="danger"
        variant="minimal"
        text={words("group.delete")}
        aria-label={words("group.delete.of", { name })}
        disabled={isSending(command)}
        onClick={() => page.send({ type: "group.delete.pressed", group })}
      />
    </th>
  )
}

const Matrix = (props: Props & { readonly list: GroupList }) => {
  const words = useWords()
  const { groups, features } = props.list
  return (
    <TableScroll isMatrix label={words("groups.matrix")}>
      <table className="rights group-matrix">
        <thead>
          <tr>
            <th scope="col">{words("user.right")}</th>
            {groups.map((group) => (
              <GroupHead key={group.hashedId} {...props} group={group} />
            ))}
          </tr>
        </thead>
        <tbody>
          {roleList.map(({ id, name, purpose }) => {
            const isBought = features.includes(id)
            return (
              <tr key={id} {...(isBought ? {} : { className: "right-lacking" })}>
                <th scope="row">
                  {name} <span className="muted small">{isBought ? purpose : words("user.why.notBought")}</span>
                </th>
                {groups.map(({ hashedId, group }) => (
                  <td key={hashedId} className="right-mark">
                    {isBought && group.accessIds.includes(id) ? (
                      <SmallTick title={words("user.holds")} htmlTitle="" />
                    ) : (
                      <span className="visually-hidden">{words("user.lacks")}</span>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** The groups of a company next to each other, with the rights that each gives. */
export const GroupMatrix = (props: Props) => {
  const words = useWords()
  return (
    <Reading of={props.groups}>
      {(list) =>
        list.groups.length === 0 ? (
          <EmptyState
            title={words("groups.empty")}
            action={<Button text={words("group.new")} onClick={() => props.url.go({ group: "", tab: null })} />}
          >
            <Word id="groups.empty.text" />
          </EmptyState>
        ) : (
          <Matrix {...props} list={list} />
        )
      }
    </Reading>
  )
}
