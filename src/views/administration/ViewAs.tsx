import { describeAccess, mayCall, policy, type Call, type Rights } from "#schemas/access.ts"
import { neededFor } from "#schemas/neededFor.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import { guardRoute, isLinked, navigation, ownPlaces, routes, type RoutePath } from "#schemas/routes.ts"
import { Section } from "#views/parts/Page.tsx"
import { useKnownWords, useWords, Word } from "#views/parts/Words.tsx"

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

/** What a call does, where it is not everyone’s or a patient’s. */
const useDeeds = () => {
  const known = useKnownWords()
  return (Object.keys(policy) as ReadonlyArray<Call>).flatMap((call) => {
    const row: PolicyRow = policy[call]
    const said = known(`activity.tried.${call}`)
    return said === undefined || row.byLink === true || (row.every.length === 0 && row.types === undefined)
      ? []
      : [{ call, said }]
  })
}

const Deeds = ({ rights }: { readonly rights: Rights }) => {
  const words = useWords()
  const deeds = useDeeds()
  const may = deeds.filter(({ call }) => mayCall(rights, call))
  const lacks = deeds.filter(({ call }) => !mayCall(rights, call))
  return (
    <>
      {(
        [
          ["user.view.deeds", may],
          ["user.view.noDeeds", lacks],
        ] as const
      ).map(
        ([word, some]) =>
          some.length > 0 && (
            <details key={word} className="view-deeds">
              <summary>
                <Word id={word} values={{ count: some.length }} />
              </summary>
              <ul>
                {some.map(({ call, said }) => (
                  <li key={call}>
                    {said}
                    {some === lacks && (
                      <span className="muted"> {words("user.view.needs", { name: neededFor(call) })}</span>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          ),
      )}
    </>
  )
}

/**
 * The menu, the pages and the actions that someone has, or would have, by the very tables that the program reads; none
 * of their data.
 */
export const ViewAs = (props: Rights & { readonly title: string; readonly lead: string }) => {
  const { userType, accessIds, title, lead } = props
  const rights = { userType, accessIds }
  const opens = pages.filter(([path]) => guardRoute(path, rights) === "show")
  const refused = pages.filter(([path]) => guardRoute(path, rights) !== "show")
  return (
    <Section title={title}>
      <p className="muted">{lead}</p>
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
      <Deeds rights={rights} />
    </Section>
  )
}
