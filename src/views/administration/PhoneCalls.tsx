import { Button } from "@blueprintjs/core"
import type { HandAct, HandsetCall, HeardOnPhone } from "#schemas/administration/demo.ts"
import { phoneKeys } from "#schemas/outreach/callFlow.ts"
import { Section } from "#views/parts/Page.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"

type Act = (call: string, act: HandAct) => void

const running = new Set(["queued", "ringing", "in-progress"])

const Heard = ({ heard: { what, text } }: { readonly heard: HeardOnPhone }) => {
  const words = useWords()
  switch (what) {
    case "said":
      return <li className="call-said">{text}</li>
    case "played":
      return (
        <li>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording's words are known to no one but its speaker. */}
          <audio controls preload="none" src={text} aria-label={words("handset.call.sound")} />
        </li>
      )
    case "pressed":
      return <li className="call-pressed">{words("handset.call.pressed", { key: text })}</li>
    case "transferred":
      return <li className="call-noise">{words("handset.call.transferred", { number: text })}</li>
    case "beeped":
      return <li className="call-noise">{words("handset.call.beeped")}</li>
    case "recorded":
      return <li className="call-noise">{words("handset.call.recorded")}</li>
  }
}

const Transcript = ({ call, live = false }: { readonly call: HandsetCall; readonly live?: boolean }) => {
  const words = useWords()
  if (call.heard.length === 0) return <p className="muted">{words("handset.call.said.none")}</p>
  return (
    <ol
      className="call-heard"
      aria-label={words("handset.call.transcript")}
      {...(live ? { "aria-live": "polite" } : {})}
    >
      {call.heard.map((heard, at) => (
        <Heard key={at} heard={heard} />
      ))}
    </ol>
  )
}

const Ringing = ({ call, act }: { readonly call: HandsetCall; readonly act: Act }) => {
  const words = useWords()
  return (
    <>
      <p className="muted">{words("handset.call.hint")}</p>
      <div className="call-choices">
        <Button intent="danger" text={words("handset.call.decline")} onClick={() => act(call.id, "decline")} />
        <Button intent="success" text={words("handset.call.answer")} onClick={() => act(call.id, "answer")} />
        <Button
          className="call-voicemail"
          text={words("handset.call.voicemail")}
          onClick={() => act(call.id, "voicemail")}
        />
      </div>
    </>
  )
}

const Talking = ({ call, act }: { readonly call: HandsetCall; readonly act: Act }) => {
  const words = useWords()
  return (
    <>
      <Transcript call={call} live />
      <div className="phone-keys" role="group" aria-label={words("handset.call.keypad")}>
        {phoneKeys.map((key) => (
          <Button
            key={key}
            text={key}
            aria-label={words("handset.call.press", { key })}
            onClick={() => act(call.id, key)}
          />
        ))}
      </div>
      <Button intent="danger" text={words("handset.call.hangUp")} onClick={() => act(call.id, "hangUp")} />
    </>
  )
}

/** The call that goes on, as the one with the phone in the hand has it. */
const Now = ({ call, act }: { readonly call: HandsetCall; readonly act: Act }) => {
  const words = useWords()
  const sender = call.from
  const isAnswered = call.status === "in-progress"
  return (
    <section className="phone-call">
      <h3>{words(isAnswered ? "handset.call.now" : "handset.call.from", { sender })}</h3>
      {!call.inHand ? (
        <>
          <p className="muted">{words("handset.call.theirs")}</p>
          <Transcript call={call} />
        </>
      ) : isAnswered ? (
        <Talking call={call} act={act} />
      ) : (
        <Ringing call={call} act={act} />
      )}
    </section>
  )
}

const Past = ({ call }: { readonly call: HandsetCall }) => {
  const words = useWords()
  const known = useKnownWords()
  return (
    <li>
      <p className="call-past">
        <strong>{known(`handset.call.status.${call.status}`) ?? call.status}</strong>
        {call.seconds !== null && call.seconds > 0 && (
          <span>{words("handset.call.seconds", { seconds: call.seconds })}</span>
        )}
        <Time at={call.at} />
      </p>
      {call.heard.length > 0 && <Transcript call={call} />}
    </li>
  )
}

/** The calls to a phone: what rings or is talked on, and what was said before, voicemail included. */
export const PhoneCalls = ({ calls, act }: { readonly calls: ReadonlyArray<HandsetCall>; readonly act: Act }) => {
  const words = useWords()
  const past = calls.filter(({ status }) => !running.has(status))
  const ringing = calls.find(({ status, inHand }) => inHand && status === "ringing")
  return (
    <>
      {/* It is there before it says something: what appears together with its words is not announced. */}
      <p className="visually-hidden" role="alert">
        {ringing !== undefined && words("handset.call.from", { sender: ringing.from })}
      </p>
      {calls
        .filter(({ status }) => running.has(status))
        .map((call) => (
          <Now key={call.id} call={call} act={act} />
        ))}
      {past.length > 0 && (
        <Section title={words("handset.calls")}>
          <ol className="calls-past">
            {past.map((call) => (
              <Past key={call.id} call={call} />
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}
