import type { Page } from "playwright"

/** Puts a component that throws in the place of one that the page's code loads by this name. */
export const breakComponent = (page: Page, name: string, message: string): Promise<unknown> =>
  page.route(`**/assets/${name}-*.js`, async (route) => {
    const code = await (await route.fetch()).text()
    // Files of its name may hold what it shares with others, too.
    if (!new RegExp(`export\\{[^}]*\\b${name}\\b`).test(code)) return route.continue()
    const body = `const broken=()=>{throw new Error(${JSON.stringify(message)})};export{broken as ${name}}`
    return route.fulfill({ contentType: "text/javascript", body })
  })
