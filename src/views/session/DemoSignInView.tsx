import "./demoSignIn.css"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { DemoSignIn } from "#schemas/session/authConfig.ts"
import { useScreens } from "./screenWords.ts"

/** The demo's accounts next to the sign-in button: a press on one signs in with its address. */
export const DemoSignInView = ({
  demo,
  onChoose,
}: {
  readonly demo: DemoSignIn
  readonly onChoose: (email: string) => void
}) => {
  const words = useScreens().demo
  return (
    <section className="demo-sign-in" aria-labelledby="demo-accounts">
      <div className="demo-sign-in-head">
        <h2 id="demo-accounts">{words.heading}</h2>
        <p className="sheet-caption">{words.harmless}</p>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col" className="demo-sign-in-rest">
              {words.type}
            </th>
            <th scope="col" className="demo-sign-in-rest">
              {words.company}
            </th>
            <th scope="col">{words.shows}</th>
          </tr>
        </thead>
        <tbody>
          {demo.accounts.map((account) => (
            <tr key={account.email}>
              <td>
                <button type="button" className="demo-account" onClick={() => onChoose(account.email)}>
                  <span className="demo-account-name">{account.displayName}</span>
                  <span className="sheet-caption">{account.email}</span>
                </button>
              </td>
              <td className="demo-sign-in-rest">{userTypeNames[account.userType]}</td>
              <td className="demo-sign-in-rest">{account.companyName}</td>
              <td>{account.shows}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {demo.password !== undefined && (
          <div>
            <dt>{words.password}</dt>
            <dd>
              <code>{demo.password}</code>
            </dd>
          </div>
        )}
        {demo.mailbox !== undefined && (
          <div>
            <dt>{words.codes}</dt>
            <dd>
              <a href={demo.mailbox} target="_blank" rel="noopener">
                {words.mailbox}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
