/** What the lists of outreach say of the purpose of new things, by id (docs/architecture.md#words). */
export const purposeWords = { "purpose.ofNew": "Purpose of what you create" } as const
