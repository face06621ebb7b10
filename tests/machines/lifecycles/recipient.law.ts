import type { NounLaw } from "./law.ts"

/**
 * A text starts from the queue alone, so that no one gets it twice; who opted out or is left out gets none, and who
 * may have opted out while the text waited is left out; what the carrier or the person says later never leads back. Of
 * what failed, only a call that is tried again waits once more.
 */
export const recipientLaw: NounLaw = {
  table: `
    event             | by      | planned  | excluded | queued    | held      | sending   | unknown   | sent      | delivered | replied  | failed    | optedOut | cancelled
    RecipientQueued   | server  | queued   | .        | .         | .         | .         | .         | .         | .         | .        | .         | .        | .
    RecipientExcluded | server  | excluded | .        | excluded  | excluded  | .         | .         | .         | .         | .        | .         | .        | .
    RecipientHeld     | server  | .        | .        | held      | .         | .         | .         | .         | .         | .        | .         | .        | .
    RecipientReleased | server  | .        | .        | .         | queued    | .         | .         | .         | .         | .        | .         | .        | .
    RecipientCancelled| server  | .        | .        | cancelled | cancelled | .         | .         | .         | .         | .        | .         | .        | .
    SendStarted       | server  | .        | .        | sending   | .         | .         | .         | .         | .         | .        | .         | .        | .
    SendLost          | server  | .        | .        | .         | .         | unknown   | .         | .         | .         | .        | .         | .        | .
    SendAccepted      | carrier | .        | .        | sent      | sent      | sent      | sent      | .         | .         | .        | .         | .        | .
    SendDeferred      | carrier | .        | .        | .         | .         | queued    | queued    | .         | .         | .        | .         | .        | .
    SendRefused       | carrier | .        | .        | .         | .         | failed    | failed    | .         | .         | .        | .         | .        | .
    MessageDelivered  | carrier | .        | .        | delivered | delivered | delivered | delivered | delivered | .         | .        | delivered | .        | .
    MessageFailed     | carrier | .        | .        | failed    | failed    | failed    | failed    | failed    | .         | .        | .         | .        | .
    RetryScheduled    | server  | .        | .        | .         | .         | .         | .         | .         | .         | .        | held      | .        | .
    ReplyReceived     | person  | .        | .        | .         | .         | replied   | replied   | replied   | replied   | .        | replied   | .        | .
    RecipientOptedOut | person  | .        | .        | optedOut  | optedOut  | optedOut  | optedOut  | optedOut  | optedOut  | optedOut | optedOut  | .        | .`,
  callers: {},
}
