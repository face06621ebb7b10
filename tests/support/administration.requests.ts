import { defaultSettings } from "#schemas/administration/globalSettings.ts"
import { company, type Requests } from "./contractRequests.ts"

/** The requests of administration. */
export const requests: Requests = {
  "Company.GetCompanyList": () => ({}),
  "Company.GetCompanyDetail": ({ companyHashedId }) => ({ query: { hashedId: companyHashedId } }),
  "Company.GetCompanyUse": ({ companyHashedId }) => ({ query: { hashedId: companyHashedId } }),
  "Company.SaveCompany": ({ companyId }) => ({ body: { companyId, company } }),
  "Company.ChangeState": ({ companyHashedId }) => ({ body: { hashedId: companyHashedId, action: "suspend" } }),
  "Company.DeleteCompany": ({ companyHashedId }) => ({ query: { hashedId: companyHashedId, type: "Company" } }),
  "Company.ActFor": ({ companyHashedId }) => ({ body: { hashedId: companyHashedId } }),
  "Payment.GetCardInfo": ({ companyId }) => ({ query: { companyId } }),
  "Payment.SaveCardInfo": ({ companyId }) => ({ query: { companyId }, body: { token: "pm_0123456789" } }),
  "Payment.DeleteCardInfo": ({ companyId }) => ({ query: { companyId } }),
  "ControlPanel.GetRoles": () => ({}),
  "ControlPanel.GetGlobalSettings": () => ({}),
  "ControlPanel.SaveGlobalSettings": () => ({ body: defaultSettings }),
  "Demo.GetClock": () => ({}),
  // So far away that it is refused: the clock stays where the demo was seeded.
  "Demo.MoveClock": () => ({ body: { now: "2001-01-01T00:00:00Z" } }),
  "Demo.GetHandsets": () => ({}),
  "Demo.SearchHandsets": () => ({ body: { search: "an" } }),
  "Demo.GetHandset": ({ phone }) => ({ body: { phone } }),
  "Demo.ActOnCall": ({ phone }) => ({ body: { phone, call: "CA00000000000000000000000000000000", act: "answer" } }),
  "Demo.SendReply": ({ phone, to }) => ({ body: { phone, to, text: "Hello" } }),
  "Demo.GetHistory": ({ campaignId }) => ({ query: { thing: "campaign", id: campaignId } }),
}
