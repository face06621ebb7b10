import { CompanyId } from "#schemas/ids.ts"

/** Which test call a key names. */
export type TestCallKey = { readonly companyId: CompanyId; readonly callId: string }

const form = /^test\.(\d{1,9})\.([A-Za-z0-9_-]{16})$/

/** Our own key of a test call, carried in its addresses as the key of a send is: it names its row. */
export const makeTestCallKey = ({ companyId, callId }: TestCallKey): string => `test.${companyId}.${callId}`

/** Whether a key is one of a test call. */
export const isTestCall = (key: string): boolean => key.startsWith("test.")

/** Reads a key; absent when it is none of ours. */
export const readTestCallKey = (key: string): TestCallKey | undefined => {
  const [, company, callId] = form.exec(key) ?? []
  return company === undefined || callId === undefined || Number(company) === 0
    ? undefined
    : { companyId: CompanyId.make(Number(company)), callId }
}
