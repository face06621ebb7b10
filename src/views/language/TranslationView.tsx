import { translationTable } from "#machines/lifecycles/translation.lifecycle.ts"
import type { TranslationEditorEvent, TranslationEditorSnapshot } from "#machines/language/translationEditor.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Languages, Translation, TranslationAction, TranslationPreview } from "#schemas/language/translation.ts"
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
import { TranslationParts } from "./TranslationParts.tsx"

type Props = {
  readonly page: Seen<TranslationEditorSnapshot, TranslationEditorEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly languages: SeenReading<Languages>
  readonly preview: SeenReading<TranslationPreview>
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
const useActions = ({ page, rights, form }: Props, { translation, isOpen }: Translation): ReadonlyArray<Action> => {
  const words = useWords()
  const allowed = translationTable.allowed(translation?.state ?? "new")
  const isChanged = form !== undefined && form.snapshot.context.values["text"] !== (translation?.text ?? "")
  const reason =
    missingRight(rights, "Translate.ChangeTranslation") ??
    (isOpen ? undefined : words("translation.closed")) ??
    (isChanged ? words("translation.unsaved") : undefined)
  return actions
    .filter((action) => allowed.includes(events[action]))
    .map((action) => ({
      id: action,
      label: words(
        action === "review" && translation?.state === "stale" ? "translation.review.stale" : `translation.${action}`,
      ),
      ...(action === "remove" ? { intent: "danger" as const } : {}),
      waits: form === undefined,
      reason,
      onPress: () => page.send({ type: `${action}.pressed` }),
    }))
}

const LanguageTabs = ({ url, languages }: Pick<Props, "url" | "languages">) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const known = languages.snapshot.context.data?.languages ?? []
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
  const { page, url, form, command, preview } = props
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
          {...{ opened, form, preview, url }}
          isActing={page.snapshot.matches({ writing: { deed: "acting" } })}
        />
      )}
      <Confirmation command={command} />
    </article>
  )
}
