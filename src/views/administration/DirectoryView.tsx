import { Button } from "@blueprintjs/core"
import { tokenMade, type DirectoryEvent, type DirectorySnapshot } from "#machines/administration/directory.machine.ts"
import {
  directoryKinds,
  mostDirectoryTokens,
  type Directory,
  type DirectoryToken,
} from "#schemas/administration/directory.ts"
import { Confirmation, isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { CopyId } from "#views/parts/CopyId.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Ago, Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<DirectorySnapshot, DirectoryEvent>
  readonly directory: SeenReading<Directory>
  readonly command: SeenCommand | undefined
}

const Token = ({ page, command, token }: Omit<Props, "directory"> & { readonly token: DirectoryToken }) => {
  const words = useWords()
  const { name, madeBy, madeAt, usedAt } = token
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className="muted small">
          <Word id="directory.token.made" values={{ by: madeBy, time: <Time key="made" at={madeAt} /> }} />
        </span>
        <span className="muted small">
          {usedAt === null ? (
            words("directory.token.unused")
          ) : (
            <Word id="directory.token.used" values={{ time: <Ago key="used" at={usedAt} /> }} />
          )}
        </span>
      </span>
      <Button
        size="small"
        variant="minimal"
        text={words("directory.revoke")}
        aria-label={words("directory.revoke.of", { name })}
        disabled={isSending(command)}
        onClick={() => page.send({ type: "revoke.pressed", token })}
      />
    </li>
  )
}

const Made = ({ token }: { readonly token: string }) => {
  const words = useWords()
  return (
    <Notice intent="warning" title={words("directory.shown")}>
      <p>
        <CopyId id={token} what={words("directory.token")} />
      </p>
      <p>{words("directory.shown.text")}</p>
    </Notice>
  )
}

const Making = ({ page, command, shown }: Omit<Props, "directory"> & { readonly shown: Directory }) => {
  const words = useWords()
  if (shown.tokens.length >= mostDirectoryTokens)
    return <p className="muted">{words("directory.full", { most: mostDirectoryTokens })}</p>
  return (
    <div className="directory-deeds">
      {directoryKinds.map((name) => (
        <Button
          key={name}
          text={words("directory.make", { name })}
          disabled={isSending(command)}
          onClick={() => page.send({ type: "make.pressed", name })}
        />
      ))}
    </div>
  )
}

/** How the company's own directory is connected: the address it calls, the tokens that work, and new ones. */
export const DirectoryView = (props: Props) => {
  const words = useWords()
  const { last } = props.page.snapshot.context
  const made = tokenMade(props.page.snapshot)
  return (
    <Section title={words("directory.title")} caption={words("directory.lead")}>
      {last?.problem && <ProblemNotice title={words("user.notSaved")} problem={last.problem} />}
      {made !== null && <Made token={made} />}
      <Reading of={props.directory}>
        {(shown) => (
          <>
            <Facts
              rows={[
                [
                  words("directory.address"),
                  <CopyId key="address" id={shown.address} what={words("directory.address")} />,
                ],
              ]}
            />
            {shown.tokens.length === 0 ? (
              <EmptyState title={words("directory.none")}>{words("directory.none.text")}</EmptyState>
            ) : (
              <ul className="directory-tokens" aria-label={words("directory.tokens")}>
                {shown.tokens.map((token) => (
                  <Token key={token.tokenId} {...props} token={token} />
                ))}
              </ul>
            )}
            <Making {...props} shown={shown} />
          </>
        )}
      </Reading>
      <Confirmation command={props.command} />
    </Section>
  )
}
