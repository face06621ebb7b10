import { describeAccess, type Rights } from "#schemas/access.ts"
import type { User } from "#schemas/administration/user.ts"
import { guardRoute, isLinked, navigation, ownPlaces, routes, type RoutePath } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Route = { readonly access: "public" | number; readonly page: boolean; readonly userType?: 1 }

/** The pages of the layout that are built. */
const pages = (Object.entries(routes) as ReadonlyArray<[RoutePath, Route]>).filter(
  ([path, { access, page }]) => page && access !== "public" && path !== "/accessDenied",
)

const Menu = ({ rights }: { readonly rights: Rights }) => {
  const words = useWords()
  const groups = navigation.flatMap(({ group, links }) => {
    const shown = links.filter(({ path }) => isLinked(path, rights))
    return shown.length === 0 ? [] : [{ group, labels: shown.map(({ label }) => label) }]
  })
  const own = ownPlaces.filter(({ path }) => isLinked(path, rights)).map(({ word }) => words(word))
  return (
    <dl className="view-menu">
      {groups.map(({ group, labels }) => (
        <div key={group}>
          <dt>{group}</dt>
          <dd>{labels.join("  ")}</dd>
        </div>
      ))}
      <div>
        <dt className="visually-hidden">{words("shell.home")}</dt>
        <dd>{own.join("  ")}</dd>
      </div>
    </dl>
  )
}

const Needed = ({ route }: { readonly route: Route }) => {
  const words = useWords()
  const named = typeof route.access === "number" ? describeAccess(route.access) : undefined
  return (
    <>{route.userType === 1 ? words("user.view.needsSuper") : words("user.view.needs", { name: named?.name ?? "" })}</>
  )
}

/** The menu and the pages that a user has, or would have, by the very tables that the program reads; none of their data. */
export const ViewAs = (props: Rights & Pick<User, "state" | "displayName"> & { readonly isDraft?: boolean }) => {
  const words = useWords()
  const { userType, accessIds, state, displayName, isDraft = false } = props
  const rights = { userType, accessIds }
  const opens = pages.filter(([path]) => guardRoute(path, rights) === "show")
  const refused = pages.filter(([path]) => guardRoute(path, rights) !== "show")
  return (
    <Section title={words("user.view", { name: displayName })}>
      <p className="muted">
        {state !== "active" ? words("user.view.none") : words(isDraft ? "user.view.draft" : "user.view.lead")}
      </p>
      <Menu rights={rights} />
      <h3>
        <Word id="user.view.open" values={{ count: opens.length }} />
      </h3>
      <ul className="view-pages">
        {opens.map(([path]) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      {refused.length > 0 && (
        <>
          <h3>
            <Word id="user.view.refused" values={{ count: refused.length }} />
          </h3>
          <ul className="view-refused">
            {refused.map(([path, route]) => (
              <li key={path}>
                <span>{path}</span> <Needed route={route} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
