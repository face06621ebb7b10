import { beforeAll, describe, expect, it } from "vitest"
import { company } from "#tests/support/contractRequests.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { specified } from "#tests/support/specified.ts"
import type { TemplateId } from "#schemas/ids.ts"

const demo = demoApp({ hasBrowser: false })
let superAdmin: string
let admin: string

const tokenOf = async (browser: Awaited<ReturnType<typeof startChromium>>, email: string): Promise<string> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, demo.app.url, email)
  await page.getByRole("button", { name: "Logout" }).waitFor()
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "")
  await context.close()
  return token
}

beforeAll(async () => {
  const browser = await startChromium()
  superAdmin = await tokenOf(browser, "super@adminview.test")
  admin = await tokenOf(browser, "admin@northwind.test")
  await browser.close()
})

type Given = Readonly<Record<string, string | number>>
type Asked = { readonly query?: Given; readonly body?: object; readonly as?: "superAdmin" }
type Answer = { readonly statusCode: string; readonly status: string; readonly data: never }

/** Sends one call of the specification, by its own method, path and parameters. */
const send = async (call: string, { query = {}, body, as }: Asked = {}): Promise<Response> => {
  const [method = "", address = ""] = call.split(" ")
  const [path = "", names = ""] = address.split("?")
  expect(Object.keys(query)).toEqual(names === "" ? [] : names.split("&"))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return fetch(`${demo.app.url}${path}${search.size === 0 ? "" : `?${search}`}`, {
    method,
    headers: {
      authorization: `Bearer ${as === "superAdmin" ? superAdmin : admin}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const dataOf = async <A>(call: string, asked?: Asked): Promise<A> => {
  const answer = await send(call, asked)
  const text = await answer.text()
  expect([call, answer.status, text.slice(0, 300)]).toEqual([call, 200, text.slice(0, 300)])
  const { statusCode, status, data: given } = JSON.parse(text) as Answer
  expect([statusCode, status]).toEqual(["200", "ok"])
  return given
}

type Template = { readonly templateId: TemplateId; readonly hashedId: string }
type Parameter = { readonly primaryId: number; readonly key: string }

const reserve = (type: "Campaign" | "Template" | "Company", as?: "superAdmin"): Promise<{ readonly id: number }> =>
  dataOf("GET /api/Campaign/GenerateId?type", { query: { type }, ...(as === undefined ? {} : { as }) })

/** A template with a link in it, saved under a reserved id. */
const newTemplate = async (): Promise<Template> => {
  const { id } = await reserve("Template")
  return dataOf("POST /api/Template/CreateTemplateByCompanyId", {
    body: {
      companyId: demoIds.northwind,
      templateId: id,
      channel: "SMS",
      name: `Called ${id}`,
      purpose: "Survey",
      text: "{{ companyName }}: https://northwind.example/visit Reply STOP to opt out.",
    },
  })
}

const layout = {
  fileName: "{campaign} {date}",
  format: "csv",
  delimiter: ",",
  includeHeader: true,
  columns: [{ header: "Phone", source: "phone" }],
}

/** A published template of the demo, one of its lists and a number: what a campaign is put together from. */
const newCampaign = async (): Promise<{ readonly status: number; readonly campaignHashedId: string }> => {
  const templates = await dataOf<ReadonlyArray<Template & { readonly state: string }>>("GET /api/Template/GetTemplates")
  const { id } = await reserve("Campaign")
  return dataOf("POST /api/Campaign/CreateCampaign", {
    body: {
      companyId: demoIds.northwind,
      campaignId: id,
      campaignType: "SMS",
      name: `Called ${id}`,
      purpose: "Survey",
      templateId: templates.find(({ state }) => state === "published")?.templateId,
      listId: 1,
      senderId: 1,
      startAt: null,
    },
  })
}

const newCompany = async (): Promise<string> => {
  const { id } = await reserve("Company", "superAdmin")
  const answer = await fetch(`${demo.app.url}/api/Company/SaveCompany`, {
    method: "POST",
    headers: { authorization: `Bearer ${superAdmin}`, "content-type": "application/json" },
    body: JSON.stringify({ companyId: id, company: { ...company, code: `CALLED-${id}` } }),
  })
  return ((await answer.json()) as { readonly data: { readonly hashedId: string } }).data.hashedId
}

const savedParameter = async (): Promise<Template & Parameter> => {
  const template = await newTemplate()
  const body = {
    primaryId: 0,
    templateId: template.templateId,
    key: "from",
    value: "{{ firstName }}",
    in: "query",
    order: 1,
  }
  await dataOf("POST /api/Template/SaveCurlParameter", { body })
  const [one] = await dataOf<ReadonlyArray<Parameter>>("GET /api/Template/GetCurlParameter?temphashedId", {
    query: { temphashedId: template.hashedId },
  })
  if (one === undefined) throw new Error("The parameter was not kept.")
  return { ...template, ...one }
}

const savedFile = async (): Promise<Template> => {
  const template = await newTemplate()
  await dataOf("POST /api/Template/SaveResponseFile", { body: { templateId: template.templateId, ...layout } })
  return template
}

/** What each specified call does for the person who may make it. */
const rows: Record<(typeof specified.calls)[number], () => Promise<unknown>> = {
  "POST /api/User/login": async () => {
    const answer = await send("POST /api/User/login")
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      statusCode: "200",
      status: "ok",
      userType: 2,
      companyName: "Northwind Clinics",
      displayName: "Nora Admin",
      companyId: demoIds.northwind,
      token: { access_Token: admin },
    })
  },
  "DELETE /api/Company/DeleteCompany?hashedId&type": async () => {
    const call = "DELETE /api/Company/DeleteCompany?hashedId&type"
    const query = { hashedId: await newCompany(), type: "Company" }
    expect(await dataOf(call, { query, as: "superAdmin" })).toEqual({})
    expect((await send(call, { query, as: "superAdmin" })).status).toBe(404)
  },
  "GET /api/Company/GetCompanyList": async () => {
    const companies = await dataOf<ReadonlyArray<{ readonly name: string }>>("GET /api/Company/GetCompanyList", {
      as: "superAdmin",
    })
    expect(companies.map(({ name }) => name)).toContain("Harbor Dental")
  },
  "GET /api/Company/GetCompanyDetail?hashedId": async () => {
    const query = { hashedId: await newCompany() }
    expect(await dataOf("GET /api/Company/GetCompanyDetail?hashedId", { query, as: "superAdmin" })).toMatchObject({
      company: { addresses: [{ line1: "1 Elm Street" }] },
    })
  },
  "GET /api/Template/GetTemplatesByCompany?companyId": async () => {
    const query = { companyId: demoIds.northwind }
    const templates = await dataOf<ReadonlyArray<object>>("GET /api/Template/GetTemplatesByCompany?companyId", {
      query,
    })
    expect(templates.length).toBeGreaterThan(1)
  },
  "GET /api/Template/GetTemplates": async () => {
    expect((await dataOf<ReadonlyArray<object>>("GET /api/Template/GetTemplates")).length).toBeGreaterThan(1)
  },
  "GET /api/Campaign/GetCampaigns": async () => {
    expect((await dataOf<ReadonlyArray<object>>("GET /api/Campaign/GetCampaigns")).length).toBeGreaterThan(1)
  },
  "GET /api/Campaign/GenerateId?type": async () => {
    const [first, second] = [await reserve("Campaign"), await reserve("Campaign")]
    expect(second.id).toBeGreaterThan(first.id)
  },
  "POST /api/Template/CreateTemplateByCompanyId": async () => {
    expect(await newTemplate()).toMatchObject({ state: "draft", version: 1 })
  },
  "GET /api/Template/PublishTemplate?templateId": async () => {
    const { templateId } = await newTemplate()
    expect(await dataOf("GET /api/Template/PublishTemplate?templateId", { query: { templateId } })).toEqual({})
  },
  "GET /api/Template/DeleteTemplate?templateId": async () => {
    const { templateId } = await newTemplate()
    expect(await dataOf("GET /api/Template/DeleteTemplate?templateId", { query: { templateId } })).toEqual({})
  },
  "GET /api/ControlPanel/GetRoles": async () => {
    const roles = await dataOf<ReadonlyArray<{ readonly id: number; readonly name: string }>>(
      "GET /api/ControlPanel/GetRoles",
      { as: "superAdmin" },
    )
    expect(Object.fromEntries(roles.map(({ id, name }) => [name, id]))).toEqual(specified.accessIds)
  },
  "GET /api/Template/GetResponseFile?temphashedId": async () => {
    const { hashedId } = await savedFile()
    const query = { temphashedId: hashedId }
    expect(await dataOf("GET /api/Template/GetResponseFile?temphashedId", { query })).toMatchObject(layout)
  },
  "POST /api/Template/SaveResponseFile": savedFile,
  "GET /api/Template/DeleteResponseFile?templateId": async () => {
    const { templateId, hashedId } = await savedFile()
    expect(await dataOf("GET /api/Template/DeleteResponseFile?templateId", { query: { templateId } })).toEqual({})
    const gone = await send("GET /api/Template/GetResponseFile?temphashedId", { query: { temphashedId: hashedId } })
    expect(gone.status === 404 || ((await gone.json()) as Answer).data === null).toBe(true)
  },
  "GET /api/Template/GetResponseHeaders?templatehashedId": async () => {
    const { hashedId } = await newTemplate()
    const headers = await dataOf<ReadonlyArray<{ readonly source: string }>>(
      "GET /api/Template/GetResponseHeaders?templatehashedId",
      { query: { templatehashedId: hashedId } },
    )
    expect(headers.map(({ source }) => source)).toContain("phone")
  },
  "POST /api/Report/DownloadExportData?type": async () => {
    const answer = await send("POST /api/Report/DownloadExportData?type", {
      query: { type: "csv" },
      body: { fileType: "csv" },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename/)
    expect((await answer.text()).split("\n").length).toBeGreaterThan(100)
  },
  "DELETE /api/Campaign/DeleteCampaign?campaignHashedId&campaignType": async () => {
    const { campaignHashedId } = await newCampaign()
    const query = { campaignHashedId, campaignType: "SMS" }
    const call = "DELETE /api/Campaign/DeleteCampaign?campaignHashedId&campaignType"
    expect(await dataOf(call, { query })).toEqual({})
  },
  "GET /api/Template/DeleteCurlParameter?primaryId": async () => {
    const { primaryId, hashedId } = await savedParameter()
    await dataOf("GET /api/Template/DeleteCurlParameter?primaryId", { query: { primaryId } })
    const left = await dataOf("GET /api/Template/GetCurlParameter?temphashedId", { query: { temphashedId: hashedId } })
    expect(left).toEqual([])
  },
  "POST /api/Template/SaveCurlParameter": savedParameter,
  "GET /api/Template/GetCurlParameter?temphashedId": async () => {
    expect(await savedParameter()).toMatchObject({ key: "from", value: "{{ firstName }}" })
  },
  "POST /api/Campaign/CreateCampaign": async () => {
    expect(await newCampaign()).toMatchObject({ status: 2 })
  },
}

describe("the calls of the specification, against the running server", () => {
  it.each(specified.calls)("%s", async (call) => {
    await rows[call]()
  })
})

describe("what is sent", () => {
  const sent = async (path: string, accepted: string, init: RequestInit = {}) => {
    const { headers, body, ...rest } = await fetch(demo.app.url + path, {
      ...init,
      headers: { authorization: `Bearer ${admin}`, accept: "text/html", "accept-encoding": accepted },
    })
    await body?.cancel()
    const [coding, vary, cache] = ["content-encoding", "vary", "cache-control"].map((name) => headers.get(name))
    return { coding, vary: vary?.toLowerCase() ?? null, cache, etag: headers.get("etag"), ...rest }
  }
  const list = "/api/Campaign/GetCampaigns?pageSize=50"

  it("is compressed where the caller takes it: pages and code ahead of time, lists as they are asked for", async () => {
    const html = await (await fetch(`${demo.app.url}/login`, { headers: { accept: "text/html" } })).text()
    // The page's own script only begins the others, and is too small to gain by it.
    const script = /href="(\/assets\/first-libraries-[^"]+\.js)"/.exec(html)?.[1] ?? ""
    for (const coding of ["br", "gzip"]) {
      const both = { coding, vary: "accept-encoding" }
      expect(await sent("/login", coding)).toMatchObject({ ...both, cache: "no-cache" })
      expect(await sent(script, coding)).toMatchObject({ ...both, cache: expect.stringContaining("immutable") })
      expect(await sent(list, coding)).toMatchObject({ ...both, cache: "no-store" })
    }
    for (const path of ["/login", script, list])
      expect(await sent(path, "identity")).toMatchObject({ coding: null, vary: "accept-encoding" })
    const [packed, plain] = [await sent(script, "br"), await sent(script, "identity")]
    expect(packed.etag).not.toBe(plain.etag)
  })

  it("stays as it is where its size would reveal a secret, or waiting would make it late", async () => {
    const login = await sent("/api/User/login", "br", { method: "POST" })
    expect(login).toMatchObject({ coding: null, cache: "no-store, no-transform" })
    expect(await sent("/api/Feed/GetChanges", "br")).toMatchObject({ coding: null, vary: null })
  })
})
