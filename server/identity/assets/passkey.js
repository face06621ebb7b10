// Asks the device for a passkey, or to make one, and sends its answer on with the form.
const form = document.querySelector("form[data-passkey]")
const problem = document.getElementById("passkey-problem")
const say = (text) => {
  problem.textContent = text
  problem.hidden = false
}
const sentences = {
  InvalidStateError: "This device has a passkey for your account already.",
  NotAllowedError: "The device gave no passkey: it was cancelled, or took too long. Try again.",
  SecurityError: "Passkeys cannot be used at this address.",
}
const ask = async () => {
  const options = JSON.parse(form.dataset.options)
  if (form.dataset.passkey === "create")
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === undefined)
  say("This browser cannot use passkeys. Use a newer one.")
else
  form.addEventListener("submit", (event) => {
    const answer = form.elements.namedItem("answer")
    if (answer.value !== "") return
    event.preventDefault()
    problem.hidden = true
    ask()
      .then((credential) => {
        answer.value = JSON.stringify(credential.toJSON())
        form.requestSubmit()
      })
      .catch((failure) => say(sentences[failure.name] ?? "The device gave no passkey. Try again."))
  })
