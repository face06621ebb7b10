import "#views/administration/companyCard.css"
import { Effect } from "effect"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { talkWithFields, type CardFieldsSaid } from "#effects/cardFields.ts"
import { readCard, removeCard, saveCard } from "#effects/Cards.ts"
import { saysTheSame } from "#effects/commandKeys.ts"
import { readCompany } from "#effects/Companies.ts"
import {
  companyCardMachine,
  type CompanyCardEvent,
  type CardVerb,
} from "#machines/administration/companyCard.machine.ts"
import type { CompanyCard } from "#schemas/administration/card.ts"
import { cardWords } from "#schemas/administration/cardWords.ts"
import { notFound } from "#schemas/problem.ts"
import { CardView } from "#views/administration/CardView.tsx"
import { command } from "../command.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useIsRunning, usePage, useReading } from "../usePage.ts"

addWords(cardWords)

type Whose = { readonly hashedId: string | null }

const logic = ({ operation, reading, person }: Tools) => {
  const read = ({ hashedId }: Whose) => {
    if (hashedId !== null)
      return Effect.flatMap(readCompany({ hashedId }), ({ data: { companyId } }) => readCard(companyId))
    const present = person()
    return present === null ? Effect.fail(notFound()) : readCard(present.companyId)
  }
  return companyCardMachine.provide({
    actors: {
      card: reading(read),
      command: command<CardVerb>({
        save: operation(saveCard, { success: "card.saved", failure: "card.notSaved" }, undefined, saysTheSame),
        remove: operation(removeCard, { success: "card.removed", failure: "card.notSaved" }, undefined, saysTheSame),
      }),
    },
  })
}

const eventOf = (message: CardFieldsSaid): CompanyCardEvent => {
  switch (message.type) {
    case "card.ready":
      return { type: "fields.ready" }
    case "card.entered":
      return { type: "send.pressed" }
    case "card.incomplete":
      return { type: "fields.incomplete" }
    case "card.declined":
      return { type: "fields.declined" }
    case "card.failed":
      return { type: "fields.failed" }
    case "card.token":
      return { type: "fields.given", token: message.token }
  }
}

/** The card of the company that the address names; without one that of the person's own company. */
export const CardPart = () => {
  const page = usePage(logic)
  const { send, snapshot } = page
  const isRunning = useIsRunning()
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const talk = useRef<ReturnType<typeof talkWithFields>>(null)
  const fieldsUrl = snapshot.context.shown?.fieldsUrl ?? null
  useLayoutEffect(() => {
    if (!isRunning || frame === null || fieldsUrl === null) return
    const begun = talkWithFields(frame, fieldsUrl, (message) => send(eventOf(message)))
    talk.current = begun
    return () => {
      talk.current = null
      begun.end()
    }
  }, [isRunning, frame, fieldsUrl, send])
  const isSending = snapshot.matches({ typing: "sending" })
  useEffect(() => {
    if (isSending) talk.current?.ask()
  }, [isSending])
  return (
    <CardView
      page={page}
      card={useReading<CompanyCard>(page.actor, "card")}
      command={useCommand(page.actor)}
      frame={setFrame}
    />
  )
}
