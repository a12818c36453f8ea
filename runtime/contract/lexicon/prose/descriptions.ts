import { singularsOf } from '../names/inflection.ts'
import { isVerb } from '../tables/verbs.ts'

/** Matches "idempotent", unless it is negated: "not idempotent", "non-idempotent". */
const IDEMPOTENT = /(?<!\b(?:not|never|isn't|non)[\s-]+)\bidempotent\b/i
/** Matches "marking the message as read", unless it is negated: "without marking it as read". */
const MARKS =
  /(?<!\b(?:not|never|without|don't|doesn't)\s+)\b(?:marks?|marking)\s+(?:[\w'-]+\s+){0,6}as\s+(?:read|seen|viewed|opened|delivered|acknowledged|consumed)\b/i
/** Matches the beginning of "Gets the status of a job", but not of "List an item for sale". */
const SHOWS =
  /^(?:this (?:call|endpoint|method|operation) )?(?:counts?|describes?|gets?|retrieves?|searches|tails|(?:displays?|lists?|shows?)\b(?! (?:an?|my|your)\b))\b/i
/** Matches what is used up by getting it: "Gets the next job", "Gets a lock". */
const TAKEN = /\b(?:code|key|lease|lock|new|next|password|secret|session|ticket|token)s?\b/i
/** Matches a first sentence, of which "provision.log" is only a word. */
const FIRST_SENTENCE = /^[^.;!\n]*(?:\.\w[^.;!\n]*)*/
const FINDS_AGAIN = /\bexisting\b|\balready\b|\b(?:get|find|return|fetch)s? or creates?\b|\bupserts?\b/i
const REFORMS =
  /normali[sz]|canonical|\brounded\b|\brounds?\b|\btrim|lower-?\s?case|upper-?\s?case|\bstripp|\bconverted\b|E\.164|\b(kept|stored|saved) (as|in|without)\b|sanitiz/i
/**
 * Matches statements that a value is stored unchanged: "kept as sent", "stored in the order given", "never
 * trimmed".
 */
const KEEPS =
  /\b(?:(?:kept|stored|saved) )?(?:exactly )?as (?:(?:it|they) (?:is|are|was|were) )?(?:sent|given|received|written|typed|entered|provided|submitted)\b|\b(?:(?:kept|stored|saved) )?(?:as[- ]is|verbatim)\b|\b(?:kept|stored|saved) in (?:\w+ ){0,2}(?:order|sequence)\b|\b(?:not|never|without) (?:being )?(?:trimm|normali[sz]|round|stripp|convert|lower-?\s?cas|upper-?\s?cas|canonical|sanitiz)\w*/gi
const IGNORES =
  /\b(field|member|property|value)( is|'s)? (currently |yet )?(ignored|unsupported|not (currently |yet )?supported)\b/i
const NULL_BY_DEFAULT = /\bnull\b[^.;:,\n]{0,20}\bdefault\b|\bdefaults?\b( (is|to|of|value))* `?null\b/i
/** Matches "archived ones are returned as well", but not "only those that include …". */
const WIDENS = /^(?!.*\bonly\b).*\b(?:also|as well|too|in addition|additionally|includ(?:e[sd]?|ing))\b/is
/**
 * Matches "created at this time or later", "at least this many" and "what is due on this day is listed too".
 */
const INSIDE =
  /\bthe (?:first|last) (?:day|date|moment|hour|month|year)\b|\bor (?:equal|later|after|earlier|before|newer|older|more|greater|higher|longer|less|lower|fewer|shorter)\b|\b(?:on|at) or\b|\bat (?:least|most)\b|\binclusive(?:ly)?\b|\bno (?:more|less|fewer|later|earlier|greater|lower|higher) than\b|\b(?:listed|shown|returned|counted|found) (?:too|as well)\b|\balso (?:listed|shown|returned|counted|found)\b|\b(?:is|are) (?:also )?included\b|\bincluding (?:it|this|that|those|items)\b/i
/** Matches "later than this time" and "this day is not included". */
const OUTSIDE =
  /\bexclusive(?:ly)?\b|\b(?:is|are) (?:not (?:listed|included|shown|returned|counted)|excluded)\b|\bstrictly\b|\b(?:more|less|fewer|later|earlier|greater|lower|higher|newer|older|longer|shorter) than\b/i
const IGNORES_CASE =
  /\b(?:whatever|regardless of|irrespective of|without regard to|ignor\w+|independent of) (?:the |its |their )?(?:upper |lower |letter )?case\b|\bcase[- ]insensitiv/i
const OF_NEXT = /\b(?:next|subsequent|following|continu(?:e|es|ing|ation))\b/i
/** Matches "Number of items in this page", but not "Number of items in all pages". */
const OF_PAGE =
  /\b(?:this|the|each|one|current) (?:page|part|batch|chunk|slice|response)\b|\bper page\b|\b(?:were|are|is) returned\b/i
const OF_ALL = /\b(?:total|overall|altogether|all|across|whole)\b/i
const URL = /^(?:(?:the|an?|absolute|relative|full)\s)*(?:url|uri|link|(?<=\brelative\s)path)\b/i
const NUMBER = /\b(?:number|index) of\b|\bpage number\b|\b(?:zero|one|[01])-based\b/i

/**
 * Matches "Replies to it stay", "Orders that have it keep it" and "its children become orphans", but not "A
 * folder that has files is not deleted".
 */
const KEEPS_OTHERS =
  /\b(?:stays?|remains?|keeps?|(?:is|are) (?:kept|retained|preserved|detached|moved)|(?<!\b(?:that|which|with|if)\b[^.]*)(?:is|are) not (?:deleted|removed)|surviv\w+|orphan\w*|archiv\w+|soft)\b/i

/** Matches "prefix it with 'Apikey '", "with required prefix \"Token\"" and "Authorization: Token KEY". */
const KEY_WORD =
  /\b(?:prefix\w*|preced\w+)\b[^."'`]{0,40}["'`]([\w-]+) ?["'`]|\bAuthorization: ([A-Z][\w-]*) +[\w<{[$]/i

/**
 * Matches "returns a uni-directional stream", "A successful response.(streaming responses)" of gRPC gateways,
 * "Stream real-time events", "returns a live stream", "Block until a container stops" and "hijacks
 * the connection", but not "streams the file".
 */
const AWAITS =
  /\b(?:real-?time|live)\s+(?:events?|feeds?|streams?|updates?)\b|\b(?:blocks?|waits?)\s+(?:until|for)\b|\blong[- ]poll|\bhijacks?\b[^.;:]{0,20}\bconnection\b|\b(?:uni|bi)-?directional stream\b|\(streaming responses\)/i
/** Matches "Number of seconds to wait before killing the container". */
const WAIT_TIME =
  /\b(?:seconds?|milliseconds?|minutes?|time|long|duration)\b[^.;:]{0,30}\bto wait\b|\bwait (?:up to|at most|time)\b/i
/** Matches the beginning of "Uploads a new file". */
const MAKES_NEW =
  /(?:^|[.\n]\s*)(?:adds?|creates?|inserts?|registers?|stores?|submits?|uploads?) (?:an? )?(?:brand[- ])?new\b/i
/** Matches 'Can be one of "voting", "tallying" or "deposit"'. */
const CHOICES =
  /\b(?:one of|either|(?:allowed|possible|supported|valid) values(?: are)?):?\s+((?:["'`][\w.-]+["'`][\s,]*(?:(?:and|or)\s+)?){2,})/i
/** Matches "The ID (digest) of the image". */
const IDENTIFIER = /^(?:the |an? )?(?:unique )?(?:id|identifier|digest|uuid)\b/i
/** Matches the beginning of "A person of the team" and, to "person", of "The ID of the person who pays". */
const SUBJECT =
  /^(?:(?:the |an? )?(?:unique )?(?:id|identifier|name|uuid)s? of )?[^.,;:(]*?(?=$|[.,;:(]|\b(?:of|in|on|at|by|for|from|to|with|within|who|whom|whose|that|which|where)\b)/i
/** Matches the beginning of "How many messages it has" and "The number of open tasks". */
const COUNT = /^(?:the )?(?:current )?(?:how many\b|(?:number|count) of\b)/i
/** Matches what a number keeps counting after it is gone. */
const COUNT_OF_PAST =
  /\b(?:ever|so far|all[- ]time|lifetime|histor\w+|in total|cumulative\w*)\b|\bincluding (?:\w+ ){0,3}(?:deleted|removed)\b/i
/** Matches "or replaces the existing one". */
const MAKES_OR_CHANGES = /\b(?:already|chang|edit|exist|modif|overwrit|replac|updat|upsert)/i

/**
 * True if an operation only shows something, judging by the beginning of its description: "Gets the status of
 * a job", but not "Gets or creates a tag".
 */
function isShowing(text: string): boolean {
  const sentence = FIRST_SENTENCE.exec(text.trim())?.[0] ?? ''
  if (!SHOWS.test(sentence) || TAKEN.test(sentence)) return false
  const joined = [...sentence.matchAll(/\b(?:and|or|then|to)\s+(\w+)/gi)].map(([, word = '']) => word)
  return !joined.some((word) => [word, ...singularsOf(word)].some((form) => isVerb(form.toLowerCase())))
}

/**
 * Returns the word that must precede a key in `Authorization`, according to a description; `undefined` if it
 * states none.
 */
export function keyWordTold(text: string): string | undefined {
  const [, quoted, shown] = KEY_WORD.exec(text) ?? []
  return quoted ?? shown
}

/**
 * Statements in a document's prose. Most tests return true if the text about an operation or a property makes
 * the statement.
 */
export const descriptions = {
  /** The operation is idempotent. */
  isIdempotent: (text: string): boolean => IDEMPOTENT.test(text),
  /** The operation marks the items that it reads. */
  marks: (text: string): boolean => MARKS.test(text),
  /** The operation shows something and changes nothing. */
  shows: isShowing,
  /** The operation removes an item but leaves something that belongs to it. */
  keepsOthers: (text: string): boolean => KEEPS_OTHERS.test(text),
  /** The operation returns an existing item instead of creating it again. */
  findsAgain: (text: string): boolean => FINDS_AGAIN.test(text),
  /** The operation creates an item, and changes none. */
  makesNew: (text: string): boolean => MAKES_NEW.test(text) && !MAKES_OR_CHANGES.test(text),
  /** The operation responds, or ends its response, only after an event. */
  awaits: (text: string): boolean => AWAITS.test(text),
  /** The value is an identifier, judging by the beginning of the text. */
  isIdentifier: (text: string): boolean => IDENTIFIER.test(text),
  /** The value is the number of things that there are, judging by the beginning of the text. */
  isCount: (text: string): boolean => COUNT.test(text) && !COUNT_OF_PAST.test(text),
  /** Returns the words that say what a value is: "A person" for "A person of the team". */
  subjectOf: (text: string): string => SUBJECT.exec(text)?.[0] ?? '',
  /** Returns the quoted values of which a value is one; empty if the text lists none. */
  choices: (text: string): readonly string[] =>
    [...(CHOICES.exec(text)?.[1] ?? '').matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, value = '']) => value),
  /** The value is a time that the server waits. */
  isWaitTime: (text: string): boolean => WAIT_TIME.test(text),
  /** A value is stored in a different form from the one that was sent. */
  reforms: (text: string): boolean => REFORMS.test(text.replace(KEEPS, '')),
  /** A value is stored unchanged: "kept as sent". */
  keeps: (text: string): boolean => text.search(KEEPS) >= 0,
  /** A value that is sent has no effect: "The field is currently not supported". */
  ignores: (text: string): boolean => IGNORES.test(text),
  /** The value is null if it was not sent. */
  isNullByDefault: (text: string): boolean => NULL_BY_DEFAULT.test(text),
  /** The parameter makes the list include more items. */
  widens: (text: string): boolean => WIDENS.test(text),
  /** Strings that differ only in letter case are considered equal. */
  ignoresCase: (text: string): boolean => IGNORES_CASE.test(text),
  /**
   * Returns "inside" if the range includes a value equal to the bound, and "outside" if it does not;
   * `undefined` if the text states neither or both.
   */
  edgeOf: (text: string): 'inside' | 'outside' | undefined => {
    const [isInside, isOutside] = [INSIDE.test(text), OUTSIDE.test(text.replace(INSIDE, ''))]
    return isInside === isOutside ? undefined : isInside ? 'inside' : 'outside'
  },
  /** The value belongs to the next page or item. */
  isOfNext: (text: string): boolean => OF_NEXT.test(text),
  /** The number counts only the items of one page. */
  isOfPage: (text: string): boolean => OF_PAGE.test(text) && !OF_ALL.test(text),
  /** The value is a URL, judging by the beginning of the text. */
  isUrl: (text: string): boolean => URL.test(text),
  /** The value is a number: a number of items, a page number, or the number of the first item. */
  isNumber: (text: string): boolean => NUMBER.test(text),
}
