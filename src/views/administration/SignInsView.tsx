import { Button } from "@blueprintjs/core"
import { Desktop, MobilePhone } from "@blueprintjs/icons"
import type { SignInsEvent, SignInsSnapshot } from "#machines/administration/signIns.machine.ts"
import type { SignIn, SignIns } from "#schemas/administration/profile.ts"
import { Confirmation, isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Section } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Ago } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<SignInsSnapshot, SignInsEvent>
  readonly signIns: SeenReading<SignIns>
  readonly command: SeenCommand | undefined
}

const phones: ReadonlySet<string> = new Set(["iOS", "Android"])

const Row = ({ browser, system, address, seenAt, isThisOne, isOpen }: SignIn) => {
  const words = useWords()
  const Mark = phones.has(system ?? "") ? MobilePhone : Desktop
  const named = [browser, system].filter((name) => name !== null)
  return (
    <li>
      <Mark aria-hidden="true" />
      <span className="own-right">
        {browser !== null && system !== null
          ? words("signIns.device", { browser, system })
          : (named[0] ?? words("signIns.device.unknown"))}
      </span>
      <span className="muted small">
        {address === null ? (
          <Ago at={seenAt} />
        ) : (
          <Word id="signIns.place" values={{ address, time: <Ago key="time" at={seenAt} /> }} />
        )}
      </span>
      {(isThisOne || isOpen) && (
        <span className="own-mark">
          <StateTag tone={isThisOne ? "success" : "neutral"}>
            {words(isThisOne ? "signIns.this" : "signIns.open")}
          </StateTag>
        </span>
      )}
    </li>
  )
}

const End = ({ page, command, shown }: Omit<Props, "signIns"> & { readonly shown: SignIns }) => {
  const words = useWords()
  if (!shown.canEnd) return <p className="muted">{words("signIns.end.elsewhere")}</p>
  if (!shown.signIns.some(({ isOpen, isThisOne }) => isOpen && !isThisOne))
    return <p className="muted">{words("signIns.end.none")}</p>
  return (
    <div>
      <Button
        text={words("signIns.end")}
        loading={isSending(command)}
        onClick={() => page.send({ type: "end.pressed", signIns: shown })}
      />
    </div>
  )
}

/** Where one is signed in, by address and device, and how to end it everywhere else. */
export const SignInsView = (props: Props) => {
  const words = useWords()
  const { last } = props.page.snapshot.context
  return (
    <Section title={words("signIns.title")} caption={words("signIns.lead")}>
      {last?.problem && <ProblemNotice title={words("signIns.notEnded")} problem={last.problem} />}
      <Reading of={props.signIns}>
        {(shown) =>
          shown.signIns.length === 0 ? (
            <EmptyState title={words("signIns.none")}>{words("signIns.none.text")}</EmptyState>
          ) : (
            <>
              <ul className="own-access">
                {shown.signIns.map((one) => (
                  <Row key={`${one.at} ${one.address} ${one.browser}`} {...one} />
                ))}
              </ul>
              <End {...props} shown={shown} />
            </>
          )
        }
      </Reading>
      <Confirmation command={props.command} />
    </Section>
  )
}
