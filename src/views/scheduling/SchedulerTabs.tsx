import type { PageUrl } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { useWords } from "#views/parts/Words.tsx"

const views = ["schedules", "runs", "stages"] as const

/** What the address says of one view means nothing in another: the id is a location’s here and a run’s there. */
const ofOneView = { id: null, month: null, show: null } as const

/** The views of `/scheduler`. */
export const SchedulerTabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <Tabs
      url={{ ...url, href: (change) => url.href({ ...ofOneView, ...change }) }}
      name="view"
      label={words("scheduler.views")}
      tabs={views.map((id) => ({ id, label: words(`scheduler.view.${id}`) }))}
    />
  )
}
