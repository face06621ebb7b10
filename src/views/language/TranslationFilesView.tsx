import { Button } from "@blueprintjs/core"
import type { TranslationFilesEvent, TranslationFilesSnapshot } from "#machines/language/translationFiles.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { languages as allLanguages } from "#schemas/administration/companyDraft.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { Exporting, type SeenExport } from "#views/parts/Exporting.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { ThingHead } from "#views/parts/Thing.tsx"
import { WhyNot } from "#views/parts/WhyNot.tsx"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { Choice } from "./Choice.tsx"
import { TranslationFileImport } from "./TranslationFileImport.tsx"

type Props = {
  readonly page: Seen<TranslationFilesSnapshot, TranslationFilesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly languages: SeenReading<Languages>
  /** The file of the texts while it is made. */
  readonly file: SeenExport | undefined
}

const Choices = ({ page, known }: Pick<Props, "page"> & { readonly known: Languages["languages"] }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const { choice } = page.snapshot.context
  const change = (changed: Partial<typeof choice>) =>
    page.send({ type: "choice.changed", choice: { ...choice, ...changed } })
  return (
    <div className="form-fields">
      <Choice
        id="translation-file-language"
        label={words("translationFile.language")}
        value={choice.language ?? known[0]?.language ?? allLanguages[0]}
        options={known.map(({ language }) => [language, languageNames(language)])}
        onChange={(language) => change({ language })}
      />
      <Choice
        id="translation-file-texts"
        label={words("translationFile.texts")}
        value={choice.texts}
        options={(["open", "all"] as const).map((texts) => [texts, words(`translationFile.texts.${texts}`)])}
        onChange={(texts) => change({ texts })}
      />
      <Choice
        id="translation-file-kind"
        label={words("translationFile.fileType")}
        value={choice.fileType}
        options={(["xliff", "csv"] as const).map((kind) => [kind, words(`translationFile.fileType.${kind}`)])}
        onChange={(fileType) => change({ fileType })}
      />
    </div>
  )
}

const Export = ({ page, rights, languages, file }: Props) => {
  const words = useWords()
  const label = words("translationFile.export")
  const missing = missingRight(rights, "Translate.DownloadTranslations")
  return (
    <Section title={words("translationFile.export.title")}>
      <Reading of={languages} idle={null}>
        {({ languages: [first, ...others] }) => {
          if (first === undefined) return <p className="muted">{words("translationFile.none")}</p>
          const { choice } = page.snapshot.context
          const request = { ...choice, language: choice.language ?? first.language }
          return (
            <div className="form">
              <Choices page={page} known={[first, ...others]} />
              <p className="muted">{words("translationFile.export.note", { example: "{{ firstName }}" })}</p>
              <div className="form-actions">
                {file !== undefined && file.snapshot.context.queue !== null && <Exporting file={file} />}
                {missing === undefined ? (
                  <Button
                    text={label}
                    loading={file !== undefined}
                    onClick={() => page.send({ type: "export.pressed", request })}
                  />
                ) : (
                  <WhyNot id="translations-export" label={label} what={label} reason={missing} />
                )}
              </div>
            </div>
          )
        }}
      </Reading>
    </Section>
  )
}

/** `/translate?files=`: texts go to translators as a file and come back as one (docs/policy.md#translations). */
export const TranslationFilesView = (props: Props) => {
  const words = useWords()
  return (
    <article className="page thing">
      <ThingHead
        id="translation-files"
        lists={[{ label: words("translate.title"), href: props.url.href({ files: null }) }]}
        title={words("translationFile.title")}
        head={{ facts: words("translationFile.lead") }}
      />
      <Export {...props} />
      <TranslationFileImport page={props.page} />
    </article>
  )
}
