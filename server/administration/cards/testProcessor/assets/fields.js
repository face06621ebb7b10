// The page that shows this one in a frame hears a token and nothing else of what is typed here.
const pages = document.documentElement.dataset.pages
const form = document.querySelector("form")
const input = (id) => document.querySelector(`#${id}`)
const digitsOf = (text) => text.replaceAll(/\D/g, "")
let nonce

const say = (message) => window.parent.postMessage({ ...message, nonce }, pages)

const checkDigit = (number) =>
  [...number].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const monthOf = (text) => {
  const [month = "", year = ""] = text.split("/").map((part) => digitsOf(part))
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

const checks = {
  number: (text) =>
    /^\d{13,19}$/.test(digitsOf(text)) && checkDigit(digitsOf(text)) ? "" : "Enter the number on the card.",
  expires: (text) => {
    const when = monthOf(text)
    const isMonth = when.month >= 1 && when.month <= 12 && when.year >= 2000 && when.year <= 2100
    return isMonth ? "" : "Enter month and year, such as 09 / 29."
  },
  code: (text) => (/^\d{3,4}$/.test(text.trim()) ? "" : "Enter the 3 or 4 digits."),
  zip: (text) => (/^[A-Za-z0-9 -]{3,10}$/.test(text.trim()) ? "" : "Enter the ZIP code."),
  name: (text) => (text.trim().length >= 2 ? "" : "Enter the name on the card."),
}

const judge = (id) => {
  const error = checks[id](input(id).value)
  input(id).setAttribute("aria-invalid", String(error !== ""))
  document.querySelector(`#${id}-error`).textContent = error
  return error === ""
}

const send = async () => {
  const wrong = Object.keys(checks).filter((id) => !judge(id))
  if (wrong.length > 0) {
    input(wrong[0]).focus()
    return say({ type: "card.incomplete" })
  }
  const { month, year } = monthOf(input("expires").value)
  const body = new URLSearchParams({
    number: digitsOf(input("number").value),
    code: input("code").value.trim(),
    exp_month: String(month),
    exp_year: String(year),
    name: input("name").value.trim(),
    zip: input("zip").value.trim(),
  })
  try {
    const response = await fetch("/tokens", { method: "POST", body })
    const answer = await response.json()
    if (response.ok) {
      form.reset()
      say({ type: "card.token", token: answer.id })
    } else say({ type: "card.declined" })
  } catch {
    say({ type: "card.failed" })
  }
}

for (const id of Object.keys(checks)) input(id).addEventListener("change", () => judge(id))
// A frame like this one submits no forms.
form.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") say({ type: "card.entered" })
})

window.addEventListener("message", ({ origin, source, data }) => {
  if (origin !== pages || source !== window.parent || typeof data?.nonce !== "string") return
  if (data.type === "card.begin") {
    nonce = data.nonce
    say({ type: "card.ready" })
  } else if (data.type === "card.send" && data.nonce === nonce) void send()
})
