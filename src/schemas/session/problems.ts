import { problem, type ProblemName } from "../makeProblem.ts"
import type { Problem } from "../problem.ts"

/** Problems that only the browser meets, with their sentences (docs/architecture.md#problems-and-answers). */
export const unreachable = (): Problem => problem("Unreachable", "The server could not be reached.")

/** An answer that is not ours: HTML in place of JSON, a proxy's page, another version. */
export const unexpectedAnswer = (): Problem =>
  problem("Unexpected", "The server gave an answer this page does not understand.")

/** The settings name an address that no call can go to: nothing was sent, so no server is to blame. */
export const wrongAddress = (): Problem =>
  problem("WrongAddress", "The address of the server is not valid, so nothing was sent.")

/** What the page's address or a form asks for fits no call: nothing was sent, so no server is to blame. */
export const callNotWritten = (): Problem =>
  problem("BadRequest", "This cannot be asked for, so nothing was sent. Check the address of this page.")

/** What an answer says by its status alone, whatever gave it: our server, a proxy, a firewall (RFC 9110 §15). */
const byStatus: Readonly<Record<number, readonly [ProblemName, string]>> = {
  401: ["Unauthenticated", "Your sign-in is no longer valid."],
  403: ["Forbidden", "Something on the way to the server did not let this through."],
  404: ["NotFound", "There is nothing at this address of the server."],
  413: ["TooLarge", "This is larger than what is let through on the way to the server."],
  414: ["TooLarge", "This is larger than what is let through on the way to the server."],
  429: ["TooManyRequests", "Too many requests came from here in a short time."],
  431: ["TooLarge", "This is larger than what is let through on the way to the server."],
  502: ["BadGateway", "What stands before the server got no good answer from it."],
  503: ["BadGateway", "The server takes no requests at the moment."],
  504: ["BadGateway", "What stands before the server got no answer from it in time."],
}

/**
 * The problem of an answer whose body is not ours.
 * @param when the time of day from which on it may be tried again, where the answer says one.
 */
export const foreignAnswer = (status: number, when?: string): Problem => {
  const found = byStatus[status]
  if (found === undefined) return unexpectedAnswer()
  const [name, sentence] = found
  return problem(name, when === undefined ? sentence : `${sentence} Try again after ${when}.`)
}

/** A defect of this page: a bug must never read as "no connection". */
export const unexpectedHere = (): Problem => problem("Unexpected", "Something went wrong in this page.")

/** No valid token can be had without signing in again. */
export const signInAgain = (): Problem => foreignAnswer(401)

const passing: ReadonlyArray<ProblemName> = [
  "Unreachable",
  "BadGateway",
  "TooManyRequests",
  "WrongAddress",
  "Unexpected",
]

/** Whether a token did not come for a reason that says nothing of the person: the call fails, and no session ends. */
export const isPassing = ({ problem: name }: Problem): boolean => passing.includes(name)

const undecided: ReadonlyArray<ProblemName> = [
  "Unreachable",
  "BadGateway",
  "Unavailable",
  "Unexpected",
  "Unauthenticated",
  "TooManyRequests",
]

/** Whether a command that failed so may have been done all the same, or may still be: asked again, the server says. */
export const isUndecided = ({ problem: name, retryAt }: Problem): boolean =>
  undecided.includes(name) || retryAt !== undefined

/** The sign-in window or frame brought a token of another person than the one this page was opened for. */
export const someoneElse = (): Problem =>
  problem("Forbidden", "You signed in as someone else. Sign in as the person this page was opened for, or cancel.")

const cancelledSentence = "You cancelled this before an answer came."

/** Another tab signed someone else in meanwhile. */
export const someoneElseElsewhere = (): Problem =>
  problem("Forbidden", "Someone else signed in, in another tab of this browser. Try again to go on as that person.")

/** A person stopped waiting for a call. */
export const cancelled = (): Problem => problem("Unavailable", cancelledSentence)

/** Whether a call failed only because a person stopped waiting for it. */
export const isCancelled = ({ message }: Problem): boolean => message === cancelledSentence

const ranOut = "Your sign-in has run out. Sign in again to go on."
const blocked = "The browser blocked the sign-in window. Allow pop-up windows for this site, then sign in again."
const offline = "The sign-in service could not be reached. Check your connection, then try again."
const unwell = "The sign-in service cannot answer now. Wait a minute, then try again."

type SignInProblem = readonly [name: Extract<ProblemName, "Unauthenticated" | "Unavailable" | "Unreachable">, string]

/**
 * What the sign-in library's codes mean to a person (those of docs/specification.md#error-codes
 * and others that were met): a name that decides what happens next, and a sentence with the way out.
 * `Unauthenticated`: signing in in a window helps. `Unreachable`: nothing is lost,
 * try again. `Unavailable`: no token can be had this way.
 */
export const signInProblems = {
  storage_not_supported: [
    "Unavailable",
    "This browser does not let the page keep a sign-in. Allow storage for this site, then try again.",
  ],
  interaction_in_progress: [
    "Unavailable",
    "A sign-in is already open in another window. Finish or close it, then try again.",
  ],
  invalid_grant: ["Unauthenticated", ranOut],
  client_mismatch: [
    "Unavailable",
    "This sign-in was made for another application. Sign in again; if it happens again, tell your site administrator.",
  ],
  post_request_failed: ["Unreachable", offline],
  unexpected_error: ["Unavailable", "Sign-in stopped for an unknown reason. Reload the page, then try again."],

  login_required: ["Unauthenticated", ranOut],
  interaction_required: ["Unauthenticated", ranOut],
  consent_required: [
    "Unauthenticated",
    "The sign-in service wants a consent that has not been given. Sign in again and accept it; if you are not asked, ask your site administrator to give it for everyone.",
  ],
  invalid_scope: [
    "Unavailable",
    "The sign-in service does not know the permission that this page asks for. Tell your site administrator: the scope in the settings is not the service's.",
  ],
  AADB2C90118: [
    "Unavailable",
    "You asked for a new password, which this sign-in cannot set. Ask your site administrator for one, then sign in again.",
  ],
  no_tokens_found: ["Unauthenticated", ranOut],
  refresh_token_expired: ["Unauthenticated", ranOut],
  bad_token: ["Unauthenticated", ranOut],
  interrupted_user: ["Unauthenticated", ranOut],
  no_account_error: ["Unauthenticated", ranOut],
  timed_out: ["Unauthenticated", "Sign-in did not answer in time. Sign in again to go on."],
  no_token_request_cache_error: [
    "Unauthenticated",
    "A sign-in was begun in this window and not finished. Sign in again.",
  ],
  user_cancelled: [
    "Unauthenticated",
    "The sign-in window was closed before you were signed in. Sign in again to go on.",
  ],
  access_denied: ["Unauthenticated", "Sign-in was cancelled. Sign in again to go on."],
  popup_window_error: ["Unauthenticated", blocked],
  empty_window_error: ["Unauthenticated", blocked],
  no_network_connectivity: ["Unreachable", offline],
  get_request_failed: ["Unreachable", offline],
  network_error: ["Unreachable", offline],
  server_error: ["Unreachable", unwell],
  temporarily_unavailable: ["Unreachable", unwell],
  failed_to_parse_response: ["Unreachable", unwell],
  crypto_nonexistent: [
    "Unavailable",
    "This page was opened over an insecure connection. Open its https address, then sign in.",
  ],
} as const satisfies Readonly<Record<string, SignInProblem>>

type SignInCode = keyof typeof signInProblems

/** The identity provider or the way to it failed; `code` is the sign-in library's, an unknown one reads as `unexpected_error`. */
export const signInFailed = (code: string): Problem => {
  const [name, sentence] =
    signInProblems[Object.hasOwn(signInProblems, code) ? (code as SignInCode) : "unexpected_error"]
  return problem(name, sentence)
}
