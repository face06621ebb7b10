import { Lock } from "@blueprintjs/icons"
import type { Rights } from "#schemas/access.ts"
import {
  isCovered,
  isSwitched,
  noticeKinds,
  type NoticeChoices,
  type NoticeKind,
  type SwitchedKind,
} from "#schemas/administration/notice.ts"
import { changeField, fieldId, fieldValue, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useWords } from "#views/parts/Words.tsx"

const channels = ["noticesHere", "noticesByEmail"] as const satisfies ReadonlyArray<keyof NoticeChoices>

/** The names of the two fields, where what someone else saved is compared. */
export const useNoticeLabels = (): Readonly<Record<string, string>> => {
  const words = useWords()
  return Object.fromEntries(
    channels.map((channel) => [channel, `${words("profile.notices")}: ${words(`profile.notices.${channel}`)}`]),
  )
}

type Props = { readonly form: SeenForm; readonly id: string }
type CellProps = Props & { readonly channel: (typeof channels)[number]; readonly kind: NoticeKind }

const Switch = ({ form, id, channel, kind }: CellProps & { readonly kind: SwitchedKind }) => {
  const words = useWords()
  const chosen = fieldValue(form, channel) as ReadonlyArray<SwitchedKind>
  const isOn = chosen.includes(kind)
  return (
    <input
      type="checkbox"
      id={`${fieldId(id, channel)}-${kind}`}
      aria-label={words("profile.notices.on", {
        kind: words(`profile.notices.${kind}`),
        channel: words(`profile.notices.${channel}`),
      })}
      checked={isOn}
      disabled={isSubmitting(form)}
      onChange={() => changeField(form, channel, isOn ? chosen.filter((one) => one !== kind) : [...chosen, kind])}
      onBlur={() => form.send({ type: "field.left", field: channel })}
    />
  )
}

const Cell = (props: CellProps) => {
  const words = useWords()
  const { kind } = props
  return (
    <td className="right-mark">
      {isSwitched(kind) ? (
        <Switch {...props} kind={kind} />
      ) : (
        <>
          <Lock size={12} aria-hidden="true" />
          <span className="visually-hidden">{words("profile.notices.always")}</span>
        </>
      )}
    </td>
  )
}

/** What one is told of, by kind and by where, for the kinds that one's rights cover; what is always told says so. */
export const NoticeFields = ({ form, id, rights }: Props & { readonly rights: Rights }) => {
  const words = useWords()
  return (
    <fieldset className="field">
      <legend>{words("profile.notices")}</legend>
      <div className="field-hint">{words("profile.notices.hint")}</div>
      <TableScroll isMatrix label={words("profile.notices")}>
        <table className="rights notice-choices">
          <thead>
            <tr>
              <th scope="col">{words("profile.notices.what")}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="right-mark">
                  {words(`profile.notices.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {noticeKinds
              .filter((kind) => isCovered(rights, kind))
              .map((kind) => (
                <tr key={kind}>
                  <th scope="row">
                    {words(`profile.notices.${kind}`)}{" "}
                    <span className="muted small">
                      {words(isSwitched(kind) ? `profile.notices.${kind}.more` : "profile.notices.always")}
                    </span>
                  </th>
                  {channels.map((channel) => (
                    <Cell key={channel} form={form} id={id} channel={channel} kind={kind} />
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </TableScroll>
    </fieldset>
  )
}
