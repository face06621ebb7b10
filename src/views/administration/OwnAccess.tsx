import { Lock, SmallTick } from "@blueprintjs/icons"
import { useIntl } from "react-intl"
import { describeAccess, roleList } from "#schemas/access.ts"
import type { OwnRight, Profile } from "#schemas/administration/profile.ts"
import { Section } from "#views/parts/Page.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import { Day, dayIn } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

const SourceLine = ({ group, by, at }: OwnRight["sources"][number]) => {
  const day = dayIn(useIntl(), at === null ? null : Date.parse(at))
  const from = group === null ? "own" : "group"
  return by === null || day === null ? (
    <Word id={`profile.access.${from}`} values={{ group }} />
  ) : (
    <Word id={`profile.access.${from}.by`} values={{ group, by, day: <Day key="day" on={day} /> }} />
  )
}

/** What one may do, in words, each right with who gave it and by which group; and what one may not. */
export const OwnAccess = ({ opened }: { readonly opened: Profile }) => {
  const words = useWords()
  const said = useSaid()
  const { access } = opened
  const lacking = roleList.filter((role) => !access.some(({ accessId }) => accessId === role.id))
  return (
    <Section
      title={words("profile.access")}
      caption={words("profile.access.of", { count: access.length, all: roleList.length })}
    >
      <ul className="own-access">
        {access.map(({ accessId, sources }) => (
          <li key={accessId}>
            <SmallTick aria-hidden="true" />
            <span className="own-right">{said(describeAccess(accessId)?.purpose ?? "")}</span>
            {sources.map((source) => (
              <span key={source.group ?? ""} className="muted small">
                <SourceLine {...source} />
              </span>
            ))}
          </li>
        ))}
        {lacking.length > 0 && (
          <li>
            <Lock size={12} aria-hidden="true" />
            <span className="muted">
              {words("profile.access.lacks", { rights: lacking.map(({ purpose }) => said(purpose)).join("; ") })}
            </span>
            <span className="muted small">{words("profile.access.lacks.text")}</span>
          </li>
        )}
      </ul>
    </Section>
  )
}
