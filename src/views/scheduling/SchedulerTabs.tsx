import type { PageUrl } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { useWords } from "#views/parts/Words.tsx"

const views = ["schedules", "stages"] as const

/** The views of `/scheduler`. */
export const SchedulerTabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <Tabs
      url={url}
      name="view"
      label={words("scheduler.views")}
      tabs={views.map((id) => ({ id, label: words(`scheduler.view.${id}`) }))}
    />
  )
}
