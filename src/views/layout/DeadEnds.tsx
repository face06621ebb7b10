import { Link } from "wouter"
import { accessIds, describeAccess, type Rights } from "#schemas/access.ts"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { Facts, Page, Section } from "#views/parts/Page.tsx"
import { useSaid } from "#views/parts/Said.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { useScreens } from "#views/session/screenWords.ts"

const Home = () => (
  <Link className="bp6-button" href="/dashboard">
    <Word id="notFound.home" />
  </Link>
)

const isPath = (page: string | null): page is RoutePath => page !== null && Object.hasOwn(routes, page)

/** Which right the page needs, so that the person can name it to the person who gives rights. */
const Missing = ({ page, rights }: { readonly page: RoutePath; readonly rights: Rights }) => {
  const words = useWords()
  const said = useSaid()
  const { access } = routes[page]
  const needed = typeof access === "number" ? describeAccess(access) : undefined
  return (
    <Section title={words("accessDenied.missing")}>
      <Facts
        rows={[
          [words("accessDenied.page"), <code key="page">{page}</code>],
          ...(needed === undefined
            ? []
            : [
                [
                  words("accessDenied.needs"),
                  words("accessDenied.right", { id: access, name: needed.name, purpose: said(needed.purpose) }),
                ] as const,
              ]),
          [
            words("accessDenied.have"),
            words("accessDenied.rights", { count: rights.accessIds.length, all: Object.keys(accessIds).length }),
          ],
        ]}
      />
    </Section>
  )
}

/**
 * Access denied, inside the layout (docs/policy.md#pages).
 * @param page the path that was asked for, as the address says it
 */
export const AccessDeniedView = ({ page, rights }: { readonly page: string | null; readonly rights: Rights }) => {
  const words = useScreens().accessDenied
  return (
    <Page title={words.title}>
      <div className="dead-end">
        <div>
          <p>{words.text}</p>
          <p>{words.hint}</p>
        </div>
        <Home />
        {isPath(page) && <Missing page={page} rights={rights} />}
      </div>
    </Page>
  )
}

/** An unknown address, or a page that is not built yet, inside the layout. */
export const NotFoundView = () => {
  const words = useWords()
  return (
    <Page title={words("notFound.title")}>
      <div className="dead-end">
        <p>{words("notFound.text")}</p>
        <Home />
      </div>
    </Page>
  )
}
