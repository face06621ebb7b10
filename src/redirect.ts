import { broadcastResponseToMainFrame } from "@azure/msal-browser/redirect-bridge"
import { announceAnswer } from "#effects/answerChannel.ts"

// The library closes this window itself; the page that opened it must not take that for a person who gave up.
announceAnswer()

// The page the identity provider returns to, in a window, a frame or the tab itself. It hands the
// answer to the page that asked; a failed hand-over shows there as a sign-in that did not finish.
void broadcastResponseToMainFrame().catch(() => undefined)
