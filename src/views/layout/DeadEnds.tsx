import { Link } from "wouter"
import { screens } from "#schemas/session/words.ts"
import { Page } from "#views/parts/Page.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

/** Access denied, inside the layout (docs/policy.md#pages). */
export const AccessDeniedView = () => (
  <Page title={screens.accessDenied.title}>
    <div className="dead-end">
      <p>{screens.accessDenied.text}</p>
      <p>{screens.accessDenied.hint}</p>
      <Link href="/dashboard">
        <Word id="notFound.home" />
      </Link>
    </div>
  </Page>
)

/** An unknown address, or a page that is not built yet, inside the layout. */
export const NotFoundView = () => {
  const words = useWords()
  return (
    <Page title={words("notFound.title")}>
      <div className="dead-end">
        <p>{words("notFound.text")}</p>
        <Link href="/dashboard">{words("notFound.home")}</Link>
      </div>
    </Page>
  )
}
