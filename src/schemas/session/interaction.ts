/**
 * What the sign-in library is doing in this tab (docs/policy.md#sign-in):
 * "startup" until redirect handling begins, then "handleRedirect",
 * then "none"; each operation shows its own and ends in "none" however it ends.
 */
export type InteractionStatus =
  | "startup"
  | "none"
  | "login"
  | "logout"
  | "acquireToken"
  | "ssoSilent"
  | "handleRedirect"

/** Where the page that the identity provider returns to says that an answer came, to all windows of the browser. */
export const answerChannel = "admin-view-sign-in"

/** How often an open sign-in window is looked at, in milliseconds (specified). */
export const popupPollMillis = 30
