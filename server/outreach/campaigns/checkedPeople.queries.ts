import { Effect } from "effect"
import type { CheckedPerson, CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import type { Addressee, Assessment } from "#server/outreach/recipients/assess.rule.ts"
import { pageOf, type ListPage } from "#server/store/ordering.ts"
import { fullName, type CheckRequest } from "./checkCampaign.queries.ts"
import { judgeList } from "./judgeList.queries.ts"

const isIn = (share: CheckedShare, judged: Assessment): boolean => {
  if (!judged.eligible) return share === "leftOut" || share === judged.reason
  return (share === "segments" && judged.cost > 1) || (share === "held" && judged.release.at !== null)
}

const rowOf = ({ patientId, phone, ...person }: Addressee, judged: Assessment): CheckedPerson => ({
  ...{ patientId, patient: fullName({ patientId, phone, ...person }), phone },
  ...(judged.eligible
    ? { reason: null, missing: [], segments: judged.cost }
    : { reason: judged.reason, missing: judged.missing ?? [], segments: null }),
})

/**
 * One page of the people whom a dry run counts, in order of their ids. Everyone before them is judged again: whose
 * number is taken depends on who came first.
 */
export const readChecked = Effect.fn("readChecked")(function* (
  request: CheckRequest,
  { share, after = 0, pageSize }: Pick<ListPage, "after" | "pageSize"> & { readonly share: CheckedShare },
) {
  const rows: Array<CheckedPerson> = []
  yield* judgeList(request, [request], {
    see: (person, judged) => {
      if (person.patientId > after && rows.length <= pageSize && isIn(share, judged)) rows.push(rowOf(person, judged))
    },
    isEnough: () => rows.length > pageSize,
  })
  return pageOf(rows, pageSize, ({ patientId }) => patientId)
})
