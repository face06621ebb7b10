/**
 * Words of a template's link parameters, by id (docs/architecture.md#words). The toasts are the
 * specification's, to the letter (docs/specification.md#sentences).
 */
export const linkWords = {
  "link.saved": "Campaign link parameters save successfully",
  "link.notSaved": "Failed",
  "link.deleted": "Link Payload Deleted Successfully",
  "link.notDeleted": "Unable to delete link payload",

  "link.title": "Link parameters",
  "link.list": "Parameters, in the order of the link",
  "link.add": "Add a parameter",
  "link.empty": "No parameters yet",
  "link.empty.text":
    "A parameter adds a name and a value to the link in the message, for example who opened it: name “patient”, value “{example}”.",
  "link.template.notRead": "The template could not be read.",
  "link.version":
    "Parameters belong to the message: each change makes its next draft. Publish the template, and new campaigns use it; campaigns that exist keep theirs.",
  "link.order": "Order",
  "link.key": "Name",
  "link.key.hint": "As the website expects it, for example utm_source. Letters, digits and signs, no spaces.",
  "link.value": "Value",
  "link.value.hint": "The same for all, or one of its own in double braces, for example {example} or {campaign}.",
  "link.place": "Where",
  "link.place.query": "Behind the question mark",
  "link.place.path": "In the path, where the link says {key}",
  "link.actions": "Actions",
  "link.up.one": "Move up: {key}",
  "link.down.one": "Move down: {key}",
  "link.edit": "Edit",
  "link.edit.one": "Edit: {key}",
  "link.delete": "Delete parameter",
  "link.delete.short": "Delete",
  "link.delete.one": "Delete: {key}",
  "link.form.new": "New parameter",
  "link.form.edit": "Edit a parameter",
  "link.save": "Save parameter",
  "link.delete.title": "Delete this parameter?",
  "link.delete.text": "“{key}” is left out of the next draft of the message. Campaigns that exist keep it.",
  "link.preview": "As patients will get it",
  "link.preview.search": "Choose a patient by name or number",
  "link.preview.none": "No patient found.",
  "link.preview.problems": "To put right",
  "link.preview.missing": "{count, plural, one {Value} other {Values}} missing: {names}",
  "link.preview.noLinkYet": "The message has no link yet. Parameters go with one once it stands in the text.",
  "link.preview.noLink": "This patient’s message has no link.",
  "link.curl": "Copy as cURL",
} as const
