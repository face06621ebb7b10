import { callApi } from "./ApiClient.ts"

/** The cards of the home page, as far as the person's rights reach. */
export const readDashboard = () => callApi((api) => api.Report.GetDashboard({}))
