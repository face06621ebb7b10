import { useLayoutEffect, useRef, useState } from "react"
import { knowsMapsKey } from "#effects/authConfig.ts"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { codeOf } from "../chunks.ts"
import { googleCode } from "./googleCode.ts"

/** Finds an address by the maps service and fills it in; nothing is here without a key, and where the service does not come. */
export const AddressFinder = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const label = words("location.find")
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isReady, setReady] = useState(false)
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  useLayoutEffect(() => {
    if (place === null || !knowsMapsKey()) return
    let isOver = false
    const draw = async (): Promise<void> => {
      const { makePlaceField } = await codeOf(googleCode)
      const field = await makePlaceField((address) => {
        for (const [name, value] of Object.entries(address)) changeField(latest.current, name, value)
      })
      if (isOver) return
      field.setAttribute("aria-label", label)
      place.replaceChildren(field)
      setReady(true)
    }
    // Without it the address is written by hand, as it can be always.
    draw().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [place, label])
  return (
    <div className="field" hidden={!isReady}>
      <span aria-hidden="true">{label}</span>
      <div ref={setPlace} />
    </div>
  )
}
