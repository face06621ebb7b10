import { readDashboard } from "#effects/Reports.ts"
import { dashboardMachine } from "#machines/reporting/dashboard.machine.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { DashboardView } from "#views/reporting/DashboardView.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

const logic = ({ reading }: Tools) => dashboardMachine.provide({ actors: { dashboard: reading(readDashboard) } })

/** `/dashboard` */
export const DashboardPage = () => {
  const { actor } = usePage(logic)
  return <DashboardView dashboard={useReading<Dashboard>(actor, "dashboard")} rights={usePerson()} />
}
