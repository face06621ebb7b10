// Shows new mail without a reload, so that neither focus nor reading position is lost.
const everyMillis = 2000

const look = async () => {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } })
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#mails")
  const shown = document.querySelector("#mails")
  if (fresh !== null && shown !== null && fresh.textContent !== shown.textContent)
    shown.replaceWith(document.adoptNode(fresh))
}

// A look that fails is one look missed: the program may just be starting again.
setInterval(() => void look().catch(() => undefined), everyMillis)
