/**
 * Who may do what when, as the policy says it and not as a chart does. A row is an
 * event of a stored thing with what brings it about: a call, the server itself, the
 * calendar, the carrier or the person who is texted. A cell is the state that
 * follows from the state above it; a dot says that it is refused there.
 */
export const law = {
  /** A published text stays for those who use it; what is retired can only go; what is gone stays gone. */
  template: `
    event                         | by                                 | reserved | draft     | published | revised   | retired | deleted
    TemplateDrafted               | Template.CreateTemplateByCompanyId | draft    | .         | .         | .         | .       | .
    TemplateRevised               | Template.CreateTemplateByCompanyId | .        | draft     | revised   | revised   | .       | .
    TemplateLinkParametersChanged | Template.SaveCurlParameter         | .        | draft     | revised   | revised   | .       | .
    TemplatePublished             | Template.PublishTemplate           | .        | published | .         | published | .       | .
    TemplateRetired               | Template.RetireTemplate            | .        | .         | retired   | retired   | .       | .
    TemplateDeleted               | Template.DeleteTemplate            | .        | deleted   | deleted   | deleted   | deleted | .`,

  /** A template has one layout or none; saving is always possible, deleting only what is there. */
  responseFile: `
    event               | by                          | none | kept    | deleted
    ResponseFileSaved   | Template.SaveResponseFile   | kept | kept    | kept
    ResponseFileDeleted | Template.DeleteResponseFile | .    | deleted | .`,

  /** Whatever may still send can be stopped, and nothing that may still send can be deleted. */
  campaign: `
    event             | by                      | reserved | draft     | scheduled | running   | paused    | completed | cancelled | deleted
    CampaignCreated   | Campaign.CreateCampaign | draft    | .         | .         | .         | .         | .         | .         | .
    CampaignScheduled | Campaign.ChangeState    | .        | scheduled | .         | .         | .         | .         | .         | .
    CampaignLaunched  | Campaign.ChangeState    | .        | running   | running   | .         | .         | .         | .         | .
    CampaignPaused    | Campaign.ChangeState    | .        | .         | .         | paused    | .         | .         | .         | .
    CampaignResumed   | Campaign.ChangeState    | .        | .         | .         | .         | running   | .         | .         | .
    CampaignCancelled | Campaign.ChangeState    | .        | .         | cancelled | cancelled | cancelled | .         | .         | .
    CampaignCompleted | server                  | .        | .         | .         | completed | .         | .         | .         | .
    CampaignDeleted   | Campaign.DeleteCampaign | .        | deleted   | .         | .         | .         | deleted   | deleted   | .`,

  /** The dates of the contract decide, unless a Super Admin stopped it; a deleted company comes back by nothing. */
  company: `
    event             | by                    | reserved   | notStarted | active     | expired    | suspended  | retired
    CompanyCreated    | Company.SaveCompany   | notStarted | .          | .          | .          | .          | .
    CompanyRevised    | Company.SaveCompany   | .          | notStarted | active     | expired    | suspended  | .
    ContractBegan     | calendar              | .          | active     | .          | active     | .          | .
    ContractEnded     | calendar              | .          | expired    | expired    | .          | .          | .
    ContractPostponed | calendar              | .          | .          | notStarted | notStarted | .          | .
    CompanySuspended  | Company.ChangeState   | .          | suspended  | suspended  | suspended  | .          | .
    CompanyReinstated | Company.ChangeState   | .          | .          | .          | .          | notStarted | .
    CompanyRetired    | Company.DeleteCompany | .          | retired    | retired    | retired    | retired    | .`,

  /** Nothing is stored before its check; what has ended cannot be begun, stopped or broken again. */
  import: `
    event              | by                      | expected | uploaded  | checking  | checked   | running   | done | cancelled | failed
    ListFileUploaded   | Database.UploadListFile | uploaded | .         | .         | .         | .         | .    | .         | .
    ImportCheckStarted | Database.CheckImport    | .        | checking  | .         | checking  | .         | .    | .         | .
    ImportBatchChecked | server                  | .        | .         | checking  | .         | .         | .    | .         | .
    ImportChecked      | server                  | .        | .         | checked   | .         | .         | .    | .         | .
    ImportStarted      | Database.RunImport      | .        | .         | .         | running   | .         | .    | .         | .
    ImportBatchStored  | server                  | .        | .         | .         | .         | running   | .    | .         | .
    ImportCompleted    | server                  | .        | .         | .         | .         | done      | .    | .         | .
    ImportCancelled    | Database.CancelImport   | .        | cancelled | cancelled | cancelled | cancelled | .    | .         | .
    ImportFailed       | server                  | failed   | failed    | failed    | failed    | failed    | .    | .         | .`,

  /**
   * A text starts from the queue alone, so that no one gets it twice; who opted out or is left out gets none, and who
   * may have opted out while the text waited is left out; what the carrier or the person says later never leads back.
   */
  recipient: `
    event             | by      | planned  | excluded | queued    | held      | sending   | unknown   | sent      | delivered | replied  | failed    | optedOut | cancelled
    RecipientQueued   | server  | queued   | .        | .         | .         | .         | .         | .         | .         | .        | .         | .        | .
    RecipientExcluded | server  | excluded | .        | excluded  | excluded  | .         | .         | .         | .         | .        | .         | .        | .
    RecipientHeld     | server  | .        | .        | held      | .         | .         | .         | .         | .         | .        | .         | .        | .
    RecipientReleased | server  | .        | .        | .         | queued    | .         | .         | .         | .         | .        | .         | .        | .
    RecipientCancelled| server  | .        | .        | cancelled | cancelled | .         | .         | .         | .         | .        | .         | .        | .
    SendStarted       | server  | .        | .        | sending   | .         | .         | .         | .         | .         | .        | .         | .        | .
    SendLost          | server  | .        | .        | .         | .         | unknown   | .         | .         | .         | .        | .         | .        | .
    SendAccepted      | carrier | .        | .        | sent      | sent      | sent      | sent      | .         | .         | .        | .         | .        | .
    SendDeferred      | carrier | .        | .        | .         | .         | queued    | queued    | .         | .         | .        | .         | .        | .
    SendRefused       | carrier | .        | .        | .         | .         | failed    | failed    | .         | .         | .        | .         | .        | .
    MessageDelivered  | carrier | .        | .        | delivered | delivered | delivered | delivered | delivered | .         | .        | delivered | .        | .
    MessageFailed     | carrier | .        | .        | failed    | failed    | failed    | failed    | failed    | .         | .        | .         | .        | .
    ReplyReceived     | person  | .        | .        | .         | .         | replied   | replied   | replied   | replied   | .        | replied   | .        | .
    RecipientOptedOut | person  | .        | .        | optedOut  | optedOut  | optedOut  | optedOut  | optedOut  | optedOut  | optedOut | optedOut  | .        | .`,
} as const

/** Who may make the calls of these tables: one access id of each group, and one of the user types where some are named. */
export const callers = {
  "Template.CreateTemplateByCompanyId": { groups: [[5, 13]] },
  "Template.SaveCurlParameter": { groups: [[5, 13]] },
  "Template.DeleteCurlParameter": { groups: [[5, 13]] },
  "Template.SaveResponseFile": { groups: [[5, 13]] },
  "Template.DeleteResponseFile": { groups: [[5, 13]] },
  "Template.PublishTemplate": { groups: [[5, 13], [17]] },
  "Template.RetireTemplate": { groups: [[5, 13], [17]] },
  "Template.DeleteTemplate": { groups: [[5, 13], [17]] },
  "Campaign.CreateCampaign": { groups: [[3]] },
  "Campaign.ChangeState": { groups: [[3, 12], [17]] },
  "Campaign.DeleteCampaign": { groups: [[3, 12], [17]] },
  "Company.SaveCompany": { types: [1], groups: [[13]] },
  "Company.ChangeState": { types: [1], groups: [[13]] },
  "Company.DeleteCompany": { types: [1], groups: [[13]] },
  "Database.UploadListFile": { groups: [[15]] },
  "Database.CheckImport": { groups: [[15]] },
  "Database.RunImport": { groups: [[15]] },
  "Database.CancelImport": { groups: [[15]] },
} as const satisfies Readonly<
  Record<string, { readonly types?: ReadonlyArray<1 | 2 | 3>; readonly groups: ReadonlyArray<ReadonlyArray<number>> }>
>

/** A row of a table: the event, what brings it about, and by each state the state that follows; null where it is refused. */
export type LawRow = {
  readonly event: string
  readonly by: string
  readonly leadsTo: ReadonlyMap<string, string | null>
}

/** The rows of a table of the law. */
export const rowsOf = (table: string): ReadonlyArray<LawRow> => {
  const [[, , ...states] = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
  return rows.map(([event = "", by = "", ...cells]) => ({
    event,
    by,
    leadsTo: new Map(states.map((state, index) => [state, cells[index] === "." ? null : (cells[index] ?? "")])),
  }))
}
