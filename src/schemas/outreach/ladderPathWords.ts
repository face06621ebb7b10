/** Words of the paths that a person can take through a ladder. */
export const ladderPathWords = {
  "multi.paths": "Every path a person can take",
  "multi.paths.caption": "{count, plural, one {# path} other {# paths}}",
  "multi.paths.more": "More paths than these {shown} are not listed.",
  "multi.paths.way": "Day and way",
  "multi.paths.end": "Ends as",
  "multi.paths.touches": "Touches",
  "multi.paths.people": "People",
  "multi.paths.others": "{people, plural, one {# person} other {# people}} took none of these paths.",
  "multi.path.SMS": "text on day {day}",
  "multi.path.IVR": "call on day {day}{tries, plural, one {} other { up to # times}}",
  "multi.path.nothing": "gets nothing",
  "multi.path.never":
    "A person who never answers gets {way}: {touches, plural, one {# touch} other {up to # touches}} in {days, plural, one {# day} other {# days}}, then nothing more.",
  "multi.paths.copy": "Copy as a chart",
} as const
