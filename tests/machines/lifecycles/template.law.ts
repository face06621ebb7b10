import type { NounLaw } from "./law.ts"

/** A published text stays for those who use it; what is retired can only go; what is gone stays gone. */
export const templateLaw: NounLaw = {
  table: `
    event                         | by                                 | reserved | draft     | published | revised   | retired | deleted
    TemplateDrafted               | Template.CreateTemplateByCompanyId | draft    | .         | .         | .         | .       | .
    TemplateRevised               | Template.CreateTemplateByCompanyId | .        | draft     | revised   | revised   | .       | .
    TemplateLinkParametersChanged | Template.SaveCurlParameter         | .        | draft     | revised   | revised   | .       | .
    TemplateLocationsMapped       | Template.SaveLocationMapping       | .        | draft     | published | revised   | .       | .
    TemplateTranslationsChanged   | Translate.SaveTranslation          | .        | draft     | revised   | revised   | .       | .
    TemplateReplyRulesChanged     | Template.SaveReplyRules            | .        | draft     | revised   | revised   | .       | .
    TemplateTestKept              | Outreach.KeepIvrTest               | .        | draft     | published | revised   | .       | .
    TemplateTestRemoved           | Outreach.RemoveIvrTest             | .        | draft     | published | revised   | .       | .
    TemplatePublished             | Template.PublishTemplate           | .        | published | .         | published | .       | .
    TemplateRetired               | Template.RetireTemplate            | .        | .         | retired   | retired   | .       | .
    TemplateDeleted               | Template.DeleteTemplate            | .        | deleted   | deleted   | deleted   | deleted | .`,
  callers: {
    "Template.CreateTemplateByCompanyId": { groups: [[5, 13]] },
    "Template.SaveCurlParameter": { groups: [[5, 13]] },
    "Template.DeleteCurlParameter": { groups: [[5, 13]] },
    "Template.SaveLocationMapping": { groups: [[5, 13]] },
    "Template.SaveReplyRules": { groups: [[5, 13], [6]] },
    "Outreach.KeepIvrTest": { groups: [[5, 13]] },
    "Outreach.RemoveIvrTest": { groups: [[5, 13]] },
    "Template.PublishTemplate": { groups: [[5, 13], [17]] },
    "Template.RetireTemplate": { groups: [[5, 13], [17]] },
    "Template.DeleteTemplate": { groups: [[5, 13], [17]] },
  },
}
