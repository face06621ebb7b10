// Confirms the sign-out the person has asked for in the application already; without scripts the button does it.
document.querySelector("button[name=logout]")?.click()
