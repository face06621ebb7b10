import { Tabs } from "#views/parts/Tabs.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** The parts of `/global`; each is a page of its own, and choosing one leaves the other's filters behind. */
export const GlobalTabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <Tabs
      url={{ ...url, href: (change) => `/global${url.href({ ...cleared(url), ...change }).replace(/^[^?]*/, "")}` }}
      name="section"
      label={words("global.parts")}
      tabs={[
        { id: "companies", label: words("global.companies") },
        { id: "templates", label: words("templates.title") },
        { id: "rules", label: words("globalSettings.title") },
        { id: "activity", label: words("global.activity") },
      ]}
    />
  )
}

const cleared = ({ search }: PageUrl): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.keys(search).map((name) => [name, null]))
