/** "Idempotent", unless it is denied: "not idempotent", "non-idempotent". */
const IDEMPOTENT = /(?<!\b(?:not|never|isn't|non)[\s-]+)\bidempotent\b/i
/** "Marking the message as read", unless it is denied: "without marking it as read". */
const MARKS =
  /(?<!\b(?:not|never|without|don't|doesn't)\s+)\b(?:marks?|marking)\s+(?:[\w'-]+\s+){0,6}as\s+(?:read|seen|viewed|opened|delivered|acknowledged|consumed)\b/i
const FINDS_AGAIN = /\bexisting\b|\balready\b|\b(?:get|find|return|fetch)s? or creates?\b|\bupserts?\b/i
const REFORMS =
  /normali[sz]|canonical|\brounded\b|\brounds?\b|\btrim|lower-?\s?case|upper-?\s?case|\bstripp|\bconverted\b|E\.164|\b(kept|stored|saved) (as|in|without)\b|sanitiz/i
const IGNORES =
  /\b(field|member|property|value)( is|'s)? (currently |yet )?(ignored|unsupported|not (currently |yet )?supported)\b/i
const NULL_BY_DEFAULT = /\bnull\b[^.;:,\n]{0,20}\bdefault\b|\bdefaults?\b( (is|to|of|value))* `?null\b/i
/** "Archived ones are returned as well", and not "Only those that include …". */
const WIDENS = /^(?!.*\bonly\b).*\b(?:also|as well|too|in addition|additionally|includ(?:e[sd]?|ing))\b/is
const OF_NEXT = /\b(?:next|subsequent|following|continu(?:e|es|ing|ation))\b/i
const URL = /^(?:(?:the|an?|absolute|relative|full)\s)*(?:url|uri|link|(?<=\brelative\s)path)\b/i
const NUMBER = /\b(?:number|index) of\b|\bpage number\b|\b(?:zero|one|[01])-based\b/i

/** What a document says in words for people. Each is true for a text, of an operation or a member, that says it. */
export const descriptions = {
  /** The operation is idempotent. */
  isIdempotent: (text: string): boolean => IDEMPOTENT.test(text),
  /** The operation leaves a mark on what it reads. */
  marks: (text: string): boolean => MARKS.test(text),
  /** The operation finds what is there already, instead of making it again. */
  findsAgain: (text: string): boolean => FINDS_AGAIN.test(text),
  /** A value is kept in another form than it was sent in. */
  reforms: (text: string): boolean => REFORMS.test(text),
  /** A value that is sent has no effect: "The field is currently not supported". */
  ignores: (text: string): boolean => IGNORES.test(text),
  /** The value is null where nothing was sent. */
  isNullByDefault: (text: string): boolean => NULL_BY_DEFAULT.test(text),
  /** A list shows more with the parameter, and not less. */
  widens: (text: string): boolean => WIDENS.test(text),
  /** The value belongs to what comes next. */
  isOfNext: (text: string): boolean => OF_NEXT.test(text),
  /** The value is a URL: by what the text begins with. */
  isUrl: (text: string): boolean => URL.test(text),
  /** The value is a number: of items, of a page, of the first item. */
  isNumber: (text: string): boolean => NUMBER.test(text),
}
