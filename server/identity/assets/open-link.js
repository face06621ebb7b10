// Takes the secret of a mailed link out of the address and sends it on as a form.
const form = document.querySelector("form")
const secret = location.hash.slice(1)
if (secret === "") {
  // Opened again after the secret was taken: the browser may still hold it.
  location.replace("/idp/link/password")
} else {
  form.elements.namedItem("secret").value = secret
  history.replaceState(null, "", location.pathname)
  form.requestSubmit()
}
