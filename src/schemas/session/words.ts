/** The session's words, exactly as the specification has them (docs/specification.md#sentences). */

/** The product's name: page title and heading of the sign-in and locked screens. */
export const productName = "Admin View"

/** What the login call's outcomes say to the person (docs/policy.md#sign-in). */
export const loginMessages = {
  locked: "Your account is locked. Please contact your administrator",
  invalid: "Invalid username or password. Please check your credentials and try again",
  contractExpired: "Company contract has expired. Please contact the administrator.",
  contractNotStarted: "Company contract is not started. Please contact the administrator.",
} as const

/** The screens outside the layout and the dead ends (docs/policy.md#pages). */
export const screens = {
  signIn: {
    lead: "Outreach and scheduling for clinics and health plans. Sign in with your work account.",
    action: "Sign in",
    help: "No account yet, or locked? Your site administrator can help.",
  },
  waiting: {
    redirecting: "Going to sign-in…",
    loggingIn: "Signing you in…",
    signingOut: "Signing you out…",
    cancel: "Cancel",
  },
  refused: { reference: "Reference", retry: "Try again", leave: "Sign in as someone else" },
  notFound: {
    heading: "This page does not exist",
    text: "The address may be mistyped, or the page may have moved.",
    leave: "Go to sign-in",
  },
  accountLocked: {
    heading: productName,
    message: "Account is locked - please contact your administrator",
    leave: "Back to sign-in",
  },
  accessDenied: {
    title: "Access Denied",
    text: "You do not have permission to access this page",
    hint: "Please contact your site administrator to request access",
  },
  demo: {
    heading: "Demo accounts",
    harmless: "No real person gets a text",
    account: "Account",
    type: "Type",
    company: "Company",
    shows: "What it shows",
    password: "Password of all accounts",
    codes: "Where the codes arrive",
    mailbox: "Demo mailbox (opens a new tab)",
  },
  sessionOut: { message: "Your session has expired", action: "Re-login" },
  unexpected: {
    heading: "Unexpected Application Error!",
    text: "Something in this page broke. What you saved before is safe.",
    reload: "Reload the page",
    home: "Go to Home",
  },
  chunk: {
    loading: "Loading",
    heading: "This page could not be loaded",
    text: "A part of the page could not be loaded. The product may have been updated, or the connection was lost.",
    retry: "Retry",
    home: "Go to Home",
  },
  report: {
    action: "Report a problem",
    text: "Saves a file of what happened in this tab: which buttons, pages and answers, in order. Names, numbers and everything someone wrote are replaced by dots. Give the file to the people who look after the product.",
    saved: "The file is in your downloads.",
    failed: "The file could not be made. Reload the page and try again.",
  },
} as const

/**
 * The contract texts of the login reply, as the server writes them. The client
 * knows them apart by a part of the text (docs/policy.md#sign-in): "Company co" means expired,
 * "not valid" means not started. Neither text may hold the other's part, or the
 * order of the client's two questions would decide.
 */
export const contractTexts = {
  expired: "Company contract has expired",
  notStarted: "The contract of this company is not valid yet",
} as const

/** The parts of a contract text a client looks for. */
export const contractMarks = { expired: "Company co", notStarted: "not valid" } as const
