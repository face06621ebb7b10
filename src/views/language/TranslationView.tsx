import type { ReactNode } from "react"
import { translationTable } from "#machines/lifecycles/translation.lifecycle.ts"
import type { TranslationEditorEvent, TranslationEditorSnapshot } from "#machines/language/translationEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { isGrave } from "#schemas/language/glossary.ts"
import type { BackTranslation } from "#schemas/language/machine.ts"
import {
  hasUnsaidWords,
  isSameWords,
  writtenIn,
  type Languages,
  type MemoryMatch,
  type Translation,
  type TranslationAction,
  type TranslationPreview,
  type TranslationWords,
} from "#schemas/language/translation.ts"
import { isSpokenByCarrier, type OfferedVoice } from "#schemas/outreach/voice.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { TranslationStateTag } from "./TranslationStateTag.tsx"
import type { CallWordsProps } from "./CallWords.tsx"
import { TranslationParts } from "./TranslationParts.tsx"

type Props = {
  readonly page: Seen<TranslationEditorSnapshot, TranslationEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly languages: SeenReading<Languages>
  readonly memory: SeenReading<ReadonlyArray<MemoryMatch>>
  readonly preview: SeenReading<TranslationPreview>
  readonly back: SeenReading<BackTranslation>
  readonly voices: SeenReading<ReadonlyArray<OfferedVoice>>
  /** What a call flow says, written place by place. */
  readonly callWords: (props: CallWordsProps) => ReactNode
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
}

const events = {
  review: "TranslationReviewed",
  approve: "TranslationApproved",
  remove: "TranslationRemoved",
} as const satisfies Record<TranslationAction, string>
const actions = ["review", "approve", "remove"] as const

/** What its lifecycle allows now, by the person's rights; what is written and not saved comes first. */
const useActions = ({ page, rights, form, preview, languages }: Props, opened: Translation): ReadonlyArray<Action> => {
  const words = useWords()
  const { translation, isOpen } = opened
  const allowed = translationTable.allowed(translation?.state ?? "new")
  const isChanged =
    form !== undefined && !isSameWords(form.snapshot.context.values["text"] as TranslationWords, writtenIn(opened))
  const reason =
    missingRight(rights, "Translate.ChangeTranslation") ??
    (isOpen ? undefined : words("translation.closed")) ??
    (isChanged ? words("translation.unsaved") : undefined)
  const unsaid = hasUnsaidWords(opened) ? words("translation.unsaid") : undefined
  const breaches = (preview.snapshot.context.data?.breaches ?? []).filter(isGrave).map(({ message }) => message)
  const against =
    breaches.length === 0 ? undefined : words("translation.breaches.reason", { breaches: breaches.join(" ") })
  const decisions = actions
    .filter((action) => allowed.includes(events[action]))
    .map((action): Action => ({
      id: action,
      label: words(
        action === "review" && translation?.state === "stale" ? "translation.review.stale" : `translation.${action}`,
      ),
      ...(action === "remove" ? { intent: "danger" as const } : {}),
      waits: form === undefined,
      reason: reason ?? (action === "remove" ? undefined : unsaid) ?? (action === "approve" ? against : undefined),
      onPress: () => page.send({ type: `${action}.pressed` }),
    }))
  const service = languages.snapshot.context.data?.service ?? null
  if (service === null) return decisions
  const translate: Action = {
    id: "translate",
    label: words("translation.machine", { service }),
    waits: form === undefined,
    reason,
    onPress: () => page.send({ type: "translate.pressed" }),
  }
  return translation === null ? [translate] : [...decisions, translate]
}

/** The other languages; of a call flow those that calls can be said in, besides one that the address names. */
const LanguageTabs = ({ page, url, languages }: Pick<Props, "page" | "url" | "languages">) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { opened } = page.snapshot.context
  const known = (languages.snapshot.context.data?.languages ?? []).filter(
    ({ language }) => opened?.channel !== "IVR" || language === opened.language || isSpokenByCarrier(language),
  )
  return known.length === 0 ? null : (
    <Tabs
      url={url}
      name="language"
      label={words("translations.languages")}
      tabs={known.map(({ language }) => ({ id: language, label: languageNames(language) }))}
    />
  )
}

const Head = (props: Props & { readonly opened: Translation }) => {
  const { opened, url } = props
  const words = useWords()
  const languageNames = useLanguageNames()
  const { from, language, people, name, translation } = opened
  return (
    <ThingHead
      id="translation"
      lists={[{ label: words("translate.title"), href: url.href({ id: null, language: null }) }]}
      title={words("translation.into", { name, language: languageNames(language) })}
      head={{
        badge: <TranslationStateTag state={translation?.state ?? "new"} />,
        facts: words("translation.facts", { from: languageNames(from), to: languageNames(language), people }),
        actions: useActions(props, opened),
      }}
    />
  )
}

/** `/translate?id=…&language=…`: a template's text in one language next to its own, and what may be done to it. */
export const TranslationView = (props: Props) => {
  const { page, url, form, command, memory, preview, back, voices } = props
  const words = useWords()
  const { opened } = page.snapshot.context
  return (
    <article className="page thing">
      {opened === null ? (
        <ThingHead
          id="translation"
          lists={[{ label: words("translate.title"), href: url.href({ id: null, language: null }) }]}
          title={words("translate.title")}
          head={{}}
        />
      ) : (
        <Head {...props} opened={opened} />
      )}
      <LanguageTabs {...props} />
      <Opening page={page} lines={10} />
      {opened !== null && form !== undefined && (
        <TranslationParts
          {...{ page, opened, form, memory, preview, back, voices, url }}
          callWords={props.callWords}
          service={props.languages.snapshot.context.data?.service ?? null}
          onBack={() => page.send({ type: "back.pressed" })}
          isActing={page.snapshot.matches({ writing: { deed: "acting" } })}
        />
      )}
      <Confirmation command={command} />
    </article>
  )
}
