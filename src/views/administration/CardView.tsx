import { Button } from "@blueprintjs/core"
import { Lock } from "@blueprintjs/icons"
import type { Ref } from "react"
import type { CompanyCardEvent, CompanyCardSnapshot } from "#machines/administration/companyCard.machine.ts"
import type { CardInfo, CompanyCard } from "#schemas/administration/card.ts"
import { Confirmation, isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Day, Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<CompanyCardSnapshot, CompanyCardEvent>
  readonly card: SeenReading<CompanyCard>
  readonly command: SeenCommand | undefined
  /** Where the processor's page goes. */
  readonly frame: Ref<HTMLIFrameElement>
}
type Shown = Props & { readonly shown: CompanyCard }

const Expiry = ({ shown: { expiry, lastDay } }: Shown) => {
  const words = useWords()
  return expiry === "later" || lastDay === null ? null : (
    <Notice intent="warning" title={words(`card.${expiry}`)}>
      <p>
        <Word id={expiry === "expired" ? "card.over" : "card.good"} values={{ day: <Day key="day" on={lastDay} /> }} />
      </p>
    </Notice>
  )
}

const Masked = ({ card, shown }: { readonly card: CardInfo; readonly shown: CompanyCard }) => {
  const words = useWords()
  const expires = `${String(card.expMonth).padStart(2, "0")}/${String(card.expYear % 100).padStart(2, "0")}`
  return (
    <div className="company-card">
      <div className="company-card-face" role="img" aria-label={words("card.ending.read", card)}>
        <span className="company-card-brand">{card.brand}</span>
        <span className="company-card-number">{words("card.ending", card)}</span>
        <span className="company-card-foot">
          <span>{card.holderName}</span> <span>{expires}</span>
        </span>
      </div>
      <Facts
        rows={[
          [words("card.expires"), expires],
          [words("card.holder"), card.holderName],
          [words("card.zip"), card.billingZip],
          ...(shown.addedOn === null
            ? []
            : ([[words("card.added"), <Time key="added" at={shown.addedOn} />]] as const)),
        ]}
      />
    </div>
  )
}

const Deeds = ({ page: { send }, command, shown }: Shown) => {
  const words = useWords()
  const busy = isSending(command)
  const { card, fieldsUrl } = shown
  return (
    <>
      {fieldsUrl === null && (
        <p className="muted">{words(card === null ? "card.noProcessor" : "card.noProcessor.kept")}</p>
      )}
      <div className="company-card-deeds">
        {fieldsUrl !== null && (
          <Button
            text={words(card === null ? "card.add" : "card.replace")}
            disabled={busy}
            onClick={() => send({ type: "replace.pressed", shown })}
          />
        )}
        {fieldsUrl !== null && card !== null && (
          <Button
            variant="minimal"
            intent="danger"
            text={words("card.remove")}
            disabled={busy}
            onClick={() => send({ type: "remove.pressed", shown })}
          />
        )}
      </div>
    </>
  )
}

const NotLoaded = ({ page: { send }, host }: Pick<Props, "page"> & { readonly host: string }) => {
  const words = useWords()
  return (
    <div className="notice notice-danger">
      <div className="notice-said" role="alert">
        <p className="notice-title">{words("card.notLoaded")}</p>
        <p>{words("card.notLoaded.text", { host })}</p>
      </div>
      <div className="notice-actions">
        <Button text={words("part.retry")} onClick={() => send({ type: "retry.pressed" })} />
      </div>
    </div>
  )
}

/** The processor's page in its frame, from its first byte to the token. */
const Typing = ({ page, frame }: Props) => {
  const words = useWords()
  const { snapshot, send } = page
  const { shown, refusal, attempt } = snapshot.context
  const fieldsUrl = shown?.fieldsUrl ?? null
  const host = fieldsUrl === null ? "" : new URL(fieldsUrl).host
  const hasFailed = snapshot.matches({ typing: "failed" })
  const isLoading = snapshot.matches({ typing: "loading" })
  return (
    <Section title={words("card.typing")} caption={<code>{host}</code>} level={3} arrives>
      {hasFailed ? (
        <NotLoaded page={page} host={host} />
      ) : (
        <div className="company-card-typed" aria-busy={isLoading}>
          <iframe
            key={attempt}
            ref={frame}
            className="company-card-fields"
            title={words("card.frame")}
            sandbox="allow-scripts allow-same-origin"
            referrerPolicy="no-referrer"
          />
          {isLoading && (
            <p className="muted" role="status">
              {words("card.loading")}
            </p>
          )}
        </div>
      )}
      {refusal !== null && (
        <p className="field-error" role="alert">
          {words(refusal)}
        </p>
      )}
      <p className="muted small company-card-kept">
        <Lock aria-hidden="true" /> {words("card.kept")}
      </p>
      <div className="company-card-deeds">
        {!hasFailed && !isLoading && (
          <Button
            intent="primary"
            text={words("card.save")}
            loading={snapshot.matches({ typing: "sending" })}
            onClick={() => send({ type: "send.pressed" })}
          />
        )}
        <Button text={words("card.keep")} onClick={() => send({ type: "keep.pressed" })} />
      </div>
    </Section>
  )
}

/** The card of a company: masked, with a warning before its end, and how it is replaced and removed. */
export const CardView = (props: Props) => {
  const words = useWords()
  const { snapshot } = props.page
  const { last } = snapshot.context
  const isTyping = snapshot.matches("typing")
  return (
    <Section title={words("card.title")} caption={words("card.lead")}>
      {last?.problem && <ProblemNotice title={words("card.notChanged")} problem={last.problem} />}
      <Reading of={props.card}>
        {(shown) => (
          <>
            <Expiry {...props} shown={shown} />
            {shown.card === null ? (
              <EmptyState title={words("card.none")}>{words("card.none.text")}</EmptyState>
            ) : (
              <Masked shown={shown} card={shown.card} />
            )}
            {!isTyping && <Deeds {...props} shown={shown} />}
          </>
        )}
      </Reading>
      {isTyping && <Typing {...props} />}
      <Confirmation command={props.command} />
    </Section>
  )
}
