// Next to each password a switch that shows it; a form never sends a password that could be seen.
for (const input of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button")
  const show = (shown) => {
    input.type = shown ? "text" : "password"
    button.textContent = shown ? "Hide password" : "Show password"
  }
  button.type = "button"
  button.className = "show-password"
  button.setAttribute("aria-controls", input.id)
  button.addEventListener("click", () => show(input.type === "password"))
  input.form.addEventListener("submit", () => show(false))
  show(false)
  input.after(button)
}
