import { useIntl } from "react-intl"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { useLanguageNames, useNumbers, useWords } from "#views/parts/Words.tsx"

type Languages = CampaignCheck["languages"]

const sum = (rows: Languages, of: (row: Languages[number]) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** Those who get another language than they speak, by the one that they speak. */
const otherSpeakers = (rows: Languages): Languages => rows.filter(({ language, spoken }) => language !== spoken)

/** How many people get a text in which language, the most first; none where all get what they speak in one. */
export const textLanguages = (
  rows: Languages,
): ReadonlyArray<{
  readonly language: string
  readonly people: number
  readonly segments: number
  readonly others: Languages
}> => {
  const grouped = [...Map.groupBy(rows, ({ language }) => language)]
  if (grouped.length < 2 && otherSpeakers(rows).length === 0) return []
  return grouped.map(([language, same]) => ({
    language,
    people: sum(same, ({ people }) => people),
    segments: sum(same, ({ segments }) => segments),
    others: otherSpeakers(same),
  }))
}

/** In which languages people get a text or a call, how many they are and what texts cost; nothing where all speak the one that it has. */
export const WhichLanguage = ({
  check,
  type,
}: {
  readonly check: Pick<CampaignCheck, "languages">
  readonly type: ChannelName
}) => {
  const words = useWords()
  const numbers = useNumbers()
  const languageNames = useLanguageNames()
  const intl = useIntl()
  const rows = textLanguages(check.languages)
  if (rows.length === 0) return null
  return (
    <table className="counted">
      <caption className="visually-hidden">{words("who.languages")}</caption>
      <thead>
        <tr>
          <th scope="col">{words("who.language")}</th>
          <th scope="col">
            <span className="visually-hidden">{words("who.languages.others")}</span>
          </th>
          <th scope="col" className="cell-end">
            {words("who.people")}
          </th>
          {type === "SMS" && (
            <th scope="col" className="cell-end">
              {words("who.segments")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ language, people, segments, others }) => (
          <tr key={language}>
            <th scope="row">{languageNames(language)}</th>
            <td className="muted">
              {intl.formatList(
                others.map((one) =>
                  words("who.languages.speak", { people: one.people, language: languageNames(one.spoken) }),
                ),
              )}
            </td>
            <td className="cell-end">{numbers(people)}</td>
            {type === "SMS" && <td className="cell-end">{numbers(segments)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
