import { describe, expect, it } from "vitest"
import { CompanyId } from "#schemas/ids.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"

const contract = contractOfThisFile()
/** Everything that might be taken for a session. */
const cookie = (token: string) => `token=${token}; session=${token}; _session=${token}; authorization=Bearer ${token}`

/** Reads no more than the head: a feed never ends. */
const headOf = async (response: Response) => {
  await response.body?.cancel()
  return { status: response.status, setCookie: response.headers.getSetCookie() }
}

describe.each(endpoints.map(({ call }) => call))("%s", (call) => {
  const ask = requests[call](absent, allIds)

  it("sets no cookie for any caller, and takes none in place of the bearer token", async () => {
    const { send, token, forged } = contract()
    const good = await token(subjectOf(CompanyId.make(1), 1), allIds)
    const withCookie = { ...ask, headers: { ...ask.headers, cookie: cookie(good) } }
    const [answered, refused, unknown] = [
      await headOf(await send(call, good, withCookie)),
      await headOf(await send(call, undefined, withCookie)),
      await headOf(await send(call, await forged(subjectOf(CompanyId.make(1), 1), allIds), withCookie)),
    ]
    expect([answered.setCookie, refused.setCookie, unknown.setCookie]).toEqual([[], [], []])
    expect(answered.status).not.toBe(401)
    expect([refused.status, unknown.status]).toEqual([401, 401])
  })
})
