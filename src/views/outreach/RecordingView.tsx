import { Link } from "wouter"
import type { RecordingEvent, RecordingSnapshot } from "#machines/outreach/recording.machine.ts"
import type { HeardRecording } from "#schemas/outreach/callRecording.ts"
import { Facts } from "#views/parts/Page.tsx"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { QuickLook } from "#views/parts/QuickLook.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"

type Props = { readonly page: Seen<RecordingSnapshot, RecordingEvent>; readonly url: PageUrl }

const Heard = ({ detail, address }: HeardRecording) => {
  const words = useWords()
  return (
    <>
      <p className="muted small">{phoneText(detail.phone)}</p>
      {address === null ? (
        <Notice title={words("recording.removed")}>
          <p>
            {detail.isRemoved ? (
              <Word id="recording.removed.keptUntil" values={{ time: <Time at={detail.keptUntil} inSentence /> }} />
            ) : (
              words("recording.removed.carrier")
            )}
          </p>
        </Notice>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- No one has written down what a patient says on the phone.
        <audio controls src={address} aria-label={words("recording.player")} className="recording-player" />
      )}
      <Facts
        rows={[
          [words("recording.called"), <Time key="called" at={detail.calledOn} />],
          [
            words("recording.campaign"),
            <Link key="campaign" href={`/campaign?id=${detail.campaign.campaignHashedId}`}>
              {detail.campaign.name}
            </Link>,
          ],
          [words("recording.length"), words("recording.length.seconds", { seconds: detail.seconds })],
          ...(address === null
            ? []
            : [[words("recording.keptUntil"), <Time key="until" at={detail.keptUntil} />] as const]),
        ]}
      />
    </>
  )
}

/** What a person recorded in a call, next to the list that shows the call: who, when, and the sound. */
export const RecordingView = ({ page: { snapshot, send }, url }: Props) => {
  const words = useWords()
  const { heard, problem } = snapshot.context
  const name = heard === null ? "" : heard.detail.patient === "" ? phoneText(heard.detail.phone) : heard.detail.patient
  return (
    <QuickLook
      label={words("recording.label")}
      title={name === "" ? words("recording.title") : words("recording.title.of", { name })}
      closeHref={url.href({ recording: null })}
      opener={`[data-recording="${url.search["recording"] ?? ""}"]`}
    >
      {snapshot.matches("fetching") && <Skeleton />}
      {snapshot.matches("failed") && problem !== null && (
        <ProblemNotice problem={problem} onRetry={() => send({ type: "retry.pressed" })} />
      )}
      {snapshot.matches("heard") && heard !== null && <Heard {...heard} />}
    </QuickLook>
  )
}
