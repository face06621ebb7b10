/** Words of the dialog that asks a person to sign in again over an open page. Its reasons are the problems' sentences. */
export const renewalWords = {
  "renewal.title": "Sign in again",
  "renewal.kept": "What you have entered on this page stays as it is.",
  "renewal.signIn": "Sign in",
  "renewal.open": "Finish signing in in the window that opened.",
  "renewal.openAgain": "Open the window again",
  "renewal.cancel": "Cancel",
  "renewal.cancelling": "Cancel ends your session; what you have entered here is lost.",
} as const
