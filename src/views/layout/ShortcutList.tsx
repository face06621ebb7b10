import "./shortcuts.css"
import type { ShortcutsEvent, ShortcutsSnapshot } from "#machines/session/shortcuts.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { placesFor } from "#schemas/routes.ts"
import { keys } from "#schemas/session/keys.ts"
import { listKeys } from "#schemas/session/listKeys.ts"
import { Keys } from "#views/parts/Keys.tsx"
import { Modal } from "#views/parts/Modal.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Row = { readonly name: string; readonly keys: ReadonlyArray<string> }

const Rows = ({ title, rows }: { readonly title: string; readonly rows: ReadonlyArray<Row> }) => (
  <section className="shortcut-group">
    <h3>{title}</h3>
    <dl>
      {rows.map(({ name, keys: pressed }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Keys of={pressed} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Content = ({ snapshot, send, rights }: Props) => {
  const words = useWords()
  const said = useSaid()
  const always: ReadonlyArray<Row> = [
    { name: words("shortcuts.search"), keys: [words("key.palette")] },
    { name: words("shortcuts.primary"), keys: [words("key.primary")] },
    { name: words("shortcuts.list"), keys: [keys.list] },
    { name: words("shortcuts.create"), keys: [keys.create] },
  ]
  const inLists = listKeys.map(({ does, keys: pressed }) => ({ name: words(`shortcuts.list.${does}`), keys: pressed }))
  const places = placesFor(rights).map((place) => ({
    name: place.word === undefined ? said(place.label ?? place.path) : words(place.word),
    keys: [keys.go, place.letter],
  }))
  return (
    <div className="shortcuts">
      <label className="shortcut-switch">
        <input
          type="checkbox"
          data-first
          checked={!snapshot.matches({ letters: "off" })}
          onChange={() => send({ type: "letters.switched" })}
        />
        {words("shortcuts.letters")}
      </label>
      <p className="shortcut-switch-text">{words("shortcuts.letters.text", { key: words("key.palette") })}</p>
      <Rows title={words("shortcuts.always")} rows={always} />
      <Rows title={words("shortcuts.places")} rows={places} />
      <Rows title={words("shortcuts.inLists")} rows={inLists} />
    </div>
  )
}

type Props = Seen<ShortcutsSnapshot, ShortcutsEvent> & { readonly rights: Rights }

/** Every shortcut, and the switch of those of a single key. */
export const ShortcutList = (props: Props) => {
  const words = useWords()
  return (
    <Modal
      open={props.snapshot.matches({ list: "open" })}
      title={words("shortcuts.title")}
      light
      onClose={() => props.send({ type: "list.closed" })}
    >
      <Content {...props} />
    </Modal>
  )
}
