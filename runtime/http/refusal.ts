/**
 * Possible subjects of a refusal: the caller, the method, the media type of the request or response, the
 * request's size or content, an unknown name in its path, a conflict with the present state, its
 * precondition, the state of the item, the rate of the caller's requests, the capacity of a server that is
 * unable to respond to anyone, and HTTP itself with everything between client and server.
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
  | 'capacity'
  | 'protocol'

interface Meaning {
  /** The only subject that the status can have. */
  readonly surely?: RefusalSubject
  /** Subjects that the status leaves open, the most usual one first. */
  readonly perhaps?: readonly RefusalSubject[]
}

/**
 * The possible subjects of statuses that reject requests.
 * @see RFC 9110, 15.5 and 15.6; RFC 4918; RFC 6585; RFC 7725; RFC 8470
 */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { perhaps: ['content'] },
  401: { surely: 'caller' },
  402: { surely: 'state' },
  // A server may also use 403 to hide that something exists (15.5.4).
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
  // Laravel's response to a write without a valid CSRF token.
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
  503: { surely: 'capacity' },
  // The response of Anthropic's API, and of gateways to it, if it is overloaded.
  529: { surely: 'capacity' },
}

/**
 * Returns the meaning of a status. A client error that is not listed is treated as a 400. @see RFC 9110, 15
 */
function meaningOf(status: number): Meaning | undefined {
  return MEANINGS[status] ?? (status >= 400 && status < 500 ? MEANINGS[400] : undefined)
}

/** True if a status can only mean that a request was rejected because of one of these subjects. */
export function refusesFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { surely } = meaningOf(status) ?? {}
  return surely !== undefined && subjects.includes(surely)
}

/** True if a status may reject a request because of one of these subjects. */
export function mayRefuseFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { perhaps = [] } = meaningOf(status) ?? {}
  return refusesFor(status, ...subjects) || perhaps.some((subject) => subjects.includes(subject))
}

/**
 * True if one of these subjects is the usual one for a status: `caller` for 403, although a 403 may also hide
 * that something exists.
 */
export function usuallyRefusesFor(status: number, ...subjects: readonly RefusalSubject[]): boolean {
  const { surely, perhaps = [] } = meaningOf(status) ?? {}
  const [usual = surely] = perhaps
  return usual !== undefined && subjects.includes(usual)
}

interface Refusing {
  readonly responses: Readonly<Record<string, unknown>>
  readonly refusals?: Readonly<Record<string, readonly RefusalSubject[]>>
}

/**
 * Returns how certain it is that a refusal is about a subject. It is certain if the status means nothing
 * else, or if the document's words for the status name only this subject.
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
 * Returns the keys of `responses` that document a refusal because of one of these subjects, judging by the
 * status's usual subject or by the document's words. "4XX" stands for every subject.
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
