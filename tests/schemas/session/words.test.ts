import { describe, expect, it } from "vitest"
import { loginMessages, productName, screens } from "#schemas/session/words.ts"

describe("the session's words", () => {
  it("are the specification's, to the letter", () => {
    expect({ productName, ...loginMessages, ...screens }).toMatchObject({
      productName: "Admin View",
      locked: "Your account is locked. Please contact your administrator",
      invalid: "Invalid username or password. Please check your credentials and try again",
      contractExpired: "Company contract has expired. Please contact the administrator.",
      contractNotStarted: "Company contract is not started. Please contact the administrator.",
      accountLocked: { heading: "Admin View", message: "Account is locked - please contact your administrator" },
      accessDenied: {
        title: "Access Denied",
        text: "You do not have permission to access this page",
        hint: "Please contact your site administrator to request access",
      },
      sessionOut: { message: "Your session has expired", action: "Re-login" },
      unexpected: { heading: "Unexpected Application Error!" },
    })
  })
})
