import type { Question } from "#machines/session/command.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"

/** What a person may do to a template or a call flow besides writing it, in the order of the buttons. */
export type TemplateVerb = "publish" | "retire" | "delete"

type Asked = Pick<Template, "name" | "version" | "publishedVersion">

/** What is asked before it is done, in the words of the noun. */
export const questionsAbout = (noun: "template" | "callFlow"): Record<TemplateVerb, (thing: Asked) => Question> => ({
  publish: ({ name, version, publishedVersion }) => ({
    title: `${noun}.publish.title`,
    text:
      publishedVersion === null
        ? [{ word: `${noun}.publish.first`, values: { name } }]
        : [{ word: `${noun}.publish.next`, values: { name, version, published: publishedVersion } }],
    confirm: "template.publish",
    cancel: "part.cancel",
  }),
  retire: ({ name }) => ({
    title: `${noun}.retire.title`,
    text: [{ word: `${noun}.retire.text`, values: { name } }],
    confirm: "template.retire",
    cancel: "part.cancel",
    isDestructive: true,
  }),
  delete: ({ name, publishedVersion }) => ({
    title: `${noun}.delete.title`,
    text: [
      { word: `${noun}.delete.text`, values: { name } },
      ...(publishedVersion === null ? [] : [{ word: `${noun}.delete.published` as const }]),
    ],
    confirm: "template.delete",
    cancel: "part.cancel",
    isDestructive: true,
  }),
})
