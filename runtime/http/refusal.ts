/**
 * Subjects of a refusal: the caller, the method, the media type of the request or of the response, its size,
 * the content of the request, an unknown name in its path, a conflict with the present state, its
 * precondition, the state of the item or the server, the rate of requests, and HTTP itself with all that
 * stands between client and server.
 */
export type RefusalSubject =
  | 'caller'
  | 'method'
  | 'media type'
  | 'acceptance'
  | 'size'
  | 'content'
  | 'absence'
  | 'conflict'
  | 'precondition'
  | 'state'
  | 'pace'
  | 'protocol'

interface Meaning {
  /** The subject that RFC 9110 gives the status. */
  readonly surely?: RefusalSubject
  /** Subjects that the status leaves open, the usual one first. */
  readonly perhaps?: readonly RefusalSubject[]
}

/**
 * Refusals by their status; a row for each that says more than "client error". @see RFC
 * 9110, 15.5; RFC 6585; RFC 4918
 */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { perhaps: ['content'] },
  401: { surely: 'caller' },
  402: { surely: 'state' },
  // It may also hide that there is something (15.5.4).
  403: { perhaps: ['caller', 'absence', 'state'] },
  404: { surely: 'absence' },
  405: { surely: 'method' },
  406: { surely: 'acceptance' },
  407: { surely: 'protocol' },
  408: { surely: 'protocol' },
  409: { surely: 'conflict' },
  410: { surely: 'absence' },
  411: { surely: 'protocol' },
  412: { surely: 'precondition' },
  413: { surely: 'size' },
  414: { surely: 'size' },
  415: { surely: 'media type' },
  416: { surely: 'protocol' },
  417: { surely: 'protocol' },
  // Laravel's answer to a write without a valid token against forgery.
  419: { perhaps: ['caller'] },
  421: { surely: 'protocol' },
  422: { surely: 'content' },
  423: { surely: 'state' },
  424: { surely: 'state' },
  425: { surely: 'protocol' },
  426: { surely: 'protocol' },
  428: { surely: 'precondition' },
  429: { surely: 'pace' },
  431: { surely: 'protocol' },
  451: { surely: 'state' },
  501: { surely: 'method' },
  503: { surely: 'pace' },
}

/** The meaning of a status. A client error without a row is read as a 400. @see RFC 9110, 15 */
function meaningOf(status: number): Meaning | undefined {
  return MEANINGS[status] ?? (status >= 400 && status < 500 ? MEANINGS[400] : undefined)
}

/** True if a status refuses a request for one of these subjects and for nothing else. */
export function refusesFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { surely } = meaningOf(status) ?? {}
  return surely !== undefined && subjects.includes(surely)
}

/** True if a status may refuse a request for one of these subjects. */
export function mayRefuseFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { perhaps = [] } = meaningOf(status) ?? {}
  return refusesFor(status, ...subjects) || perhaps.some((subject) => subjects.includes(subject))
}

/**
 * True if one of these subjects is the usual one of a status: `caller` for 403, although a 403
 * may hide that something exists.
 */
export function usuallyRefusesFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { surely, perhaps = [] } = meaningOf(status) ?? {}
  const [usual = surely] = perhaps
  return usual !== undefined && subjects.includes(usual)
}

/** Documented statuses, with what the document says of its refusals. */
interface Refusing {
  readonly responses: Readonly<Record<string, unknown>>
  readonly refusals?: Readonly<Record<string, readonly RefusalSubject[]>>
}

/**
 * Certainty that a refusal is about a subject: by its status, or else by the document's words for that
 * status, which are certain if they name nothing else.
 */
export function refusalCertainty(
  { refusals }: Pick<Refusing, 'refusals'>,
  status: number,
  subject: RefusalSubject,
): 'surely' | 'perhaps' | undefined {
  const named = refusals?.[status] ?? []
  if (refusesFor(status, subject) || (named.length === 1 && named[0] === subject)) return 'surely'
  return named.includes(subject) || mayRefuseFor(status, subject) ? 'perhaps' : undefined
}

/**
 * Keys of `responses` that document a refusal for one of these subjects, by its usual one or by their words.
 * "4XX" is for every subject.
 */
export function documentedRefusals(
  operation: Refusing,
  ...subjects: readonly RefusalSubject[]
): readonly string[] {
  return Object.keys(operation.responses).filter(
    (key) =>
      /^4xx$/i.test(key) ||
      (/^4/.test(key) &&
        (usuallyRefusesFor(Number(key), ...subjects) ||
          subjects.some((subject) => operation.refusals?.[key]?.includes(subject)))),
  )
}
